import type { DrawnScope, FlowNode } from '../../read/diagram.ts';
import type { EventDraft } from '../../read/read-event.ts';

/** An error or escalation and where it comes from. */
export interface Thrown {
  readonly kind: 'error' | 'escalation';
  /** Undefined: any; `NO_CODE`: none. */
  readonly code?: string;
  /** The scope around what throws it. */
  readonly from: DrawnScope;
  /** What throws it, where that can carry a boundary event itself. */
  readonly host?: FlowNode;
}

/** Of what an event throws without saying which: only what catches every one catches it. */
export const NO_CODE = '';

/** What an event throws; undefined where it throws neither an error nor an escalation. */
export function thrownBy({ node, role, trigger }: EventDraft): Thrown | undefined {
  if (role.kind !== 'throw' || (trigger?.kind !== 'error' && trigger?.kind !== 'escalation')) return undefined;
  return { kind: trigger.kind, code: trigger.code ?? NO_CODE, from: node.scope };
}

/** As a sentence names it. */
export function nameThrown({ kind, code }: Thrown): string {
  return code === undefined || code === NO_CODE ? `${kind} without a code` : `${kind} ${code}`;
}

/**
 * Which events may catch a thrown error or escalation, as `findCatcher` of the plugin decides it while an instance runs:
 * outwards from the throw, on each level first the boundary events of what it comes out of, then the event sub-processes
 * beside it; one for its code before one for every code.
 */
export function findCatchers(thrown: Thrown, events: readonly EventDraft[]): ReadonlySet<EventDraft> {
  const catching = events.filter(({ role, trigger }) => role.kind !== 'throw' && mayCatch(trigger, thrown));
  const found = new Set<EventDraft>();
  let host = thrown.host;
  for (let scope: DrawnScope | undefined = thrown.from; scope !== undefined; scope = scope.node?.scope) {
    const attached = catching.filter(({ node, role }) => role.kind === 'boundary' && host?.boundaries.includes(node));
    for (const event of firstOf(attached, thrown)) found.add(event);
    // It waits as long as its host is there, and is asked before everybody further out.
    if (attached.some(({ trigger }) => catchesAll(trigger, thrown))) return found;
    const beside = catching.filter((event) => startsBeside(event, scope, thrown.from));
    for (const event of beside) if (!beside.some((other) => startsBefore(other, event, beside))) found.add(event);
    host = scope.node;
  }
  return found;
}

function mayCatch(trigger: EventDraft['trigger'], { kind, code }: Thrown): boolean {
  if (trigger?.kind !== kind) return false;
  return trigger.code === undefined || code === undefined || trigger.code === code;
}

/** Of those at one place, the first for each code; a code that is not known may be any of them. */
function firstOf(events: readonly EventDraft[], { code }: Thrown): readonly EventDraft[] {
  const first = new Map<string | undefined, EventDraft>();
  for (const event of events) {
    const caught = event.trigger && codeOf(event.trigger);
    if (!first.has(caught)) first.set(caught, event);
  }
  const exact = code === undefined ? undefined : first.get(code);
  return exact === undefined ? [...first.values()] : [exact];
}

function catchesAll(trigger: EventDraft['trigger'], { code }: Thrown): boolean {
  const caught = trigger && codeOf(trigger);
  return caught === undefined || caught === code;
}

function codeOf(trigger: NonNullable<EventDraft['trigger']>): string | undefined {
  return 'code' in trigger ? trigger.code : undefined;
}

/** One that is running already does not catch what is thrown inside it, and may not see what is thrown beside it. */
function startsBeside({ node, role }: EventDraft, scope: DrawnScope, from: DrawnScope): boolean {
  return role.kind === 'start' && node.scope.node?.scope === scope && !isInside(from, node.scope);
}

/** One that interrupts takes away another for the same with all that it stands beside. */
function startsBefore(other: EventDraft, event: EventDraft, beside: readonly EventDraft[]): boolean {
  if (other.role.kind !== 'start' || !other.role.interrupting || beside.indexOf(other) >= beside.indexOf(event))
    return false;
  return catchesTheSame(other, event);
}

/** Whether both are for the same code, or both for every one. */
export function catchesTheSame({ trigger: one }: EventDraft, { trigger: other }: EventDraft): boolean {
  return one !== undefined && one.kind === other?.kind && codeOf(one) === codeOf(other);
}

function isInside(inner: DrawnScope, outer: DrawnScope): boolean {
  for (let scope: DrawnScope | undefined = inner; scope !== undefined; scope = scope.node?.scope) {
    if (scope === outer) return true;
  }
  return false;
}
