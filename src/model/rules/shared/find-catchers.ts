import { type Catcher, catchersOf, type Thrown } from '../../../net/catchers.ts';
import type { GraphNode, GraphScope, NodeEvent } from '../../../net/graph.ts';
import type { TaskMappingReading } from '../../read/data/read-mappings.ts';
import type { FlowNode } from '../../read/diagram.ts';
import type { Draft } from '../../read/draft.ts';
import type { EventDraft } from '../../read/events/read-event.ts';
import { findUnsupported } from './supported-elements.ts';

/** An error or escalation, and what throws it. */
interface ThrownInDraft extends Thrown {
  readonly from: FlowNode;
}

/** The error or escalation that an event throws; undefined if it throws neither. */
export function thrownBy({ node, role, trigger }: EventDraft): ThrownInDraft | undefined {
  if (role.kind !== 'throw' || (trigger?.kind !== 'error' && trigger?.kind !== 'escalation')) return undefined;
  return { kind: trigger.kind, code: trigger.code, from: node };
}

/** For use in a message: `error E1` or `error without a code`. */
export function describeThrown({ kind, code }: Thrown): string {
  return code === undefined ? `${kind} without a code` : `${kind} ${code}`;
}

/** The events that may catch a thrown error or escalation; none that another one always catches it before. */
export function findCatchers(thrown: ThrownInDraft): ReadonlySet<NodeEvent> {
  const found: Catcher[] = [];
  for (const catcher of catchersOf(thrown, thrown.from)) {
    if (!found.some((earlier) => comesBefore(earlier, catcher))) found.push(catcher);
    // A boundary event listens as long as its host runs.
    const { code } = catcher.event;
    if (catcher.node.kind === 'boundary' && (code === undefined || !thrown.isAnyCode)) break;
  }
  return new Set(found.map(({ event }) => event));
}

type Listening = Pick<EventDraft, 'event'> & { readonly node: GraphNode };

/**
 * Whether an event always catches the same code before another one: at the same host, or by starting an interrupting event
 * sub-process, which cancels the scope of both.
 */
export function comesBefore({ node, event }: Listening, other: Listening): boolean {
  const isSame = event.kind === other.event.kind && codeOf(event) === codeOf(other.event);
  if (!isSame || node.kind !== other.node.kind || node.host !== other.node.host) return false;
  return node.host !== undefined || (node.nonInterrupting !== true && besideOf(node) === besideOf(other.node));
}

/** The scope beside whose nodes an event sub-process is. */
function besideOf({ scope }: GraphNode): GraphScope | undefined {
  return scope.node?.scope;
}

function codeOf(event: NodeEvent): string | undefined {
  return 'code' in event ? event.code : undefined;
}

/** The events that may catch an error or escalation of this process. */
export function findReachedCatchers(draft: Draft): ReadonlySet<EventDraft> {
  const found = new Set(listThrown(draft).flatMap((thrown) => [...findCatchers(thrown)]));
  return new Set(draft.events.filter(({ event }) => found.has(event)));
}

/** All errors and escalations that may be thrown. */
function listThrown({ diagram, events, services, userTasks, subProcesses }: Draft): readonly ThrownInDraft[] {
  const fromEvents = events.flatMap((event) => thrownBy(event) ?? []);
  // The called process is not known yet, so it may throw any escalation.
  const fromCalls = services.filter(({ call }) => call !== undefined).map(({ node }) => throwsAny('escalation', node));
  // The step itself evaluates an expression of a script task, and fails if the expression fails: no error is thrown.
  const fromServices = services
    .filter(({ expression, assign }) => expression === undefined && assign === undefined)
    .map(({ node }) => throwsAny('error', node));
  const withScripts = [
    ...userTasks.filter(({ mappings }) => runsScripts(mappings)),
    ...[...userTasks, ...services, ...subProcesses].filter(({ multiInstance }) => multiInstance?.conditionScript),
  ];
  const fromScripts = withScripts.map(({ node }) => throwsAny('error', node));
  // Unsupported elements are refused anyway; they may throw anything, so that no further problem is reported.
  const fromOthers = [...diagram.nodes.values()]
    .filter(({ element }) => findUnsupported(element) !== undefined)
    .flatMap((node) => [throwsAny('error', node), throwsAny('escalation', node)]);
  return [...fromEvents, ...fromCalls, ...fromServices, ...fromScripts, ...fromOthers];
}

function throwsAny(kind: Thrown['kind'], from: FlowNode): ThrownInDraft {
  return { kind, isAnyCode: true, from };
}

function runsScripts({ inputScripts, outputScripts }: TaskMappingReading): boolean {
  return inputScripts.length + outputScripts.length > 0;
}
