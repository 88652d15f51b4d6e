import type { TaskMappingReading } from '../../read/data/read-mappings.ts';
import type { DrawnScope, FlowNode } from '../../read/diagram.ts';
import type { Draft } from '../../read/draft.ts';
import type { EventDraft } from '../../read/events/read-event.ts';
import { findUnsupported } from './supported-elements.ts';

/** A thrown error or escalation and its source. */
interface Thrown {
  readonly kind: 'error' | 'escalation';
  /** Undefined if it may be any code; `NO_CODE` if there is none. */
  readonly code?: string;
  /** The scope that contains the throwing node. */
  readonly from: DrawnScope;
  /** The throwing node, if it can have boundary events. */
  readonly host?: FlowNode;
}

/** The code of a throw event without a code. Only events that catch every error or escalation catch it. */
export const NO_CODE = '';

/** The error or escalation that an event throws; undefined if it throws neither. */
export function thrownBy({ node, role, trigger }: EventDraft): Thrown | undefined {
  if (role.kind !== 'throw' || (trigger?.kind !== 'error' && trigger?.kind !== 'escalation')) return undefined;
  return { kind: trigger.kind, code: trigger.code ?? NO_CODE, from: node.scope };
}

/** For use in a message: `error E1` or `error without a code`. */
export function describeThrown({ kind, code }: Thrown): string {
  return code === undefined || code === NO_CODE ? `${kind} without a code` : `${kind} ${code}`;
}

/**
 * The events that may catch a thrown error or escalation. Follows `findCatcher` of the plugin: the search goes outwards
 * from the throw, one scope at a time; in each scope boundary events come before event sub-processes, and events for the
 * code come before events for every code.
 */
export function findCatchers(thrown: Thrown, events: readonly EventDraft[]): ReadonlySet<EventDraft> {
  const catching = events.filter(({ role, trigger }) => role.kind !== 'throw' && mayCatch(trigger, thrown));
  const found = new Set<EventDraft>();
  let host = thrown.host;
  for (let scope: DrawnScope | undefined = thrown.from; scope !== undefined; scope = scope.node?.scope) {
    const attached = catching.filter(({ node, role }) => role.kind === 'boundary' && host?.boundaries.includes(node));
    for (const event of firstOf(attached, thrown)) found.add(event);
    // A boundary event listens as long as its host runs, and comes before the events of outer scopes.
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

/** The first event for each code; if the thrown code is unknown, any of these may catch it. */
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

/** A running event sub-process does not catch what is thrown inside it. */
function startsBeside({ node, role }: EventDraft, scope: DrawnScope, from: DrawnScope): boolean {
  return role.kind === 'start' && node.scope.node?.scope === scope && !isInside(from, node.scope);
}

/** An earlier interrupting event sub-process for the same code cancels the scope, so the later one never starts. */
function startsBefore(other: EventDraft, event: EventDraft, beside: readonly EventDraft[]): boolean {
  if (other.role.kind !== 'start' || !other.role.interrupting || beside.indexOf(other) >= beside.indexOf(event))
    return false;
  return catchesTheSame(other, event);
}

/** Whether both catch the same code, or both catch every code. */
export function catchesTheSame({ trigger: one }: EventDraft, { trigger: other }: EventDraft): boolean {
  return one !== undefined && one.kind === other?.kind && codeOf(one) === codeOf(other);
}

function isInside(inner: DrawnScope, outer: DrawnScope): boolean {
  for (let scope: DrawnScope | undefined = inner; scope !== undefined; scope = scope.node?.scope) {
    if (scope === outer) return true;
  }
  return false;
}

/** The events that may catch an error or escalation of this process. */
export function findReachedCatchers(draft: Draft): ReadonlySet<EventDraft> {
  return new Set(listThrown(draft).flatMap((thrown) => [...findCatchers(thrown, draft.events)]));
}

/** All errors and escalations that may be thrown. */
function listThrown({ diagram, events, services, userTasks, subProcesses }: Draft): readonly Thrown[] {
  const fromEvents = events.flatMap((event) => thrownBy(event) ?? []);
  // The called process is not known yet, so it may throw any escalation.
  const fromCalls = services
    .filter(({ call }) => call !== undefined)
    .map(({ node }): Thrown => ({ kind: 'escalation', from: node.scope, host: node }));
  // The step itself evaluates an expression of a script task, and fails if the expression fails: no error is thrown.
  const fromServices = services
    .filter(({ expression, assign }) => expression === undefined && assign === undefined)
    .map(({ node }): Thrown => ({ kind: 'error', from: node.scope, host: node }));
  const withScripts = [
    ...userTasks.filter(({ mappings }) => runsScripts(mappings)),
    ...[...userTasks, ...services, ...subProcesses].filter(({ multiInstance }) => multiInstance?.conditionScript),
  ];
  const fromScripts = withScripts.map(({ node }): Thrown => ({ kind: 'error', from: node.scope, host: node }));
  // Unsupported elements are refused anyway; they may throw anything, so that no further problem is reported.
  const fromOthers = [...diagram.nodes.values()]
    .filter(({ element }) => findUnsupported(element) !== undefined)
    .flatMap((node): readonly Thrown[] =>
      (['error', 'escalation'] as const).map((kind) => ({ kind, from: node.scope, host: node })),
    );
  return [...fromEvents, ...fromCalls, ...fromServices, ...fromScripts, ...fromOthers];
}

function runsScripts({ inputScripts, outputScripts }: TaskMappingReading): boolean {
  return inputScripts.length + outputScripts.length > 0;
}
