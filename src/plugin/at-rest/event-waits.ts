import type { Execution } from 'bpmn-engine';
import { type EventNode, eventsOf } from '../../model/nodes/event-node.ts';
import type { ProcessModel } from '../../model/process-model.ts';
import { nodeIdOf } from '../engine/copies/copy-id.ts';
import { activitiesIn, type EngineActivity } from '../engine/engine-internals.ts';
import { activitiesInOrder, type LiveScope, liveScopes } from '../engine/live-scopes.ts';
import type { HeldEvent } from '../engine/run-context.ts';
import { listWaits } from '../engine/waits.ts';

/** An element that waits for a time, a message, a signal, an error, an escalation or a condition, or that throws one. */
export interface EventWait {
  /** With the trigger of the one event definition that waits. */
  readonly node: EventNode;
  /** Which of its event definitions that is. */
  readonly index: number;
  /** Names the wait; the same after a recover. */
  readonly executionId: string;
  /** Execution of the activity, which gives the origin; none for an event sub-process that does not run. */
  readonly rootId: string | undefined;
  readonly scope: LiveScope;
  /** The waiting element; for an event sub-process the one in the diagram, whether it runs or not. */
  readonly activity: EngineActivity;
  readonly holder:
    | { readonly kind: 'definition'; readonly definition: HeldEvent }
    | { readonly kind: 'task'; signal(): void }
    /** The event sub-process that the event would start. */
    | { readonly kind: 'event-sub-process' };
}

/**
 * Lists everything in live scopes that waits for an event or throws one. Throws are in the order in which they were
 * reached; waits are in the order of scopes, of the diagram and of tokens, which is the same after a recover.
 * @param entered the event definitions that hold a token
 */
export function listEventWaits(model: ProcessModel, execution: Execution, entered: Iterable<HeldEvent>): EventWait[] {
  const scopes = liveScopes(execution);
  const standing = scopes.flatMap((scope) =>
    activitiesInOrder(scope.execution).map((activity) => ({ scope, activity })),
  );
  const places: Places = new Map(standing.map(({ scope, activity }, index) => [activity, { scope, index }]));
  const placeOf = ({ activity, node }: EventWait) =>
    node.role.kind === 'throw' ? -1 : (places.get(activity)?.index ?? -1);
  const waits = [...definitionWaits(model, places, entered), ...taskWaits(model, execution)];
  return [
    ...waits.toSorted((one, other) => placeOf(one) - placeOf(other)),
    ...scopes.flatMap((scope) => eventSubProcessWaits(model, scope)),
  ];
}

/** Names a wait across its rounds: a non-interrupting boundary event waits in a new execution each time. */
export function waitKey(wait: EventWait): string {
  const { node, executionId, index } = wait;
  const isAtHost = node.role.kind === 'boundary' && wait.holder.kind === 'definition';
  return isAtHost ? `${hostOf(wait)}/${node.nodeId}:${index}` : executionId;
}

/** The execution of the activity to which a boundary event is attached; undefined for any other element. */
export function hostOf({ holder, activity }: EventWait): string | undefined {
  if (holder.kind !== 'definition') return undefined;
  return holder.definition.content.inbound?.[0]?.executionId ?? activity.attachedTo?.executionId;
}

type Places = ReadonlyMap<EngineActivity, { readonly scope: LiveScope; readonly index: number }>;

function definitionWaits(model: ProcessModel, places: Places, entered: Iterable<HeldEvent>): EventWait[] {
  const waits: EventWait[] = [];
  for (const definition of entered) {
    const { activity, executionId } = definition;
    const index = definition.content.index ?? 0;
    const node = eventAt(model, nodeIdOf(activity.id), index);
    // After an interruption, elements of the sub-process still hold their tokens, in a scope that no longer exists.
    const scope = places.get(activity)?.scope;
    if (!node || !scope || !activity.status) continue;
    const holder = { kind: 'definition' as const, definition };
    waits.push({ node, index, executionId, rootId: activity.executionId, scope, activity, holder });
  }
  return waits;
}

function eventAt({ events }: ProcessModel, nodeId: string, index: number): EventNode | undefined {
  const node = events.get(nodeId);
  return node && eventsOf(node)[index];
}

function taskWaits(model: ProcessModel, execution: Execution): EventWait[] {
  return listWaits(execution).flatMap(({ nodeId, executionId, rootId, scope, activity, api }) => {
    const node = model.events.get(nodeId);
    // An event that throws holds its token in an event definition.
    if (!node || !activity.type.endsWith('Task')) return [];
    const holder = { kind: 'task' as const, signal: () => api.signal({ done: true }) };
    return [{ node, index: 0, executionId, rootId, scope, activity, holder }];
  });
}

/**
 * BPMN 2.0.2, 13.5.4: once an interrupting event sub-process has started, no other can start in its scope. A
 * non-interrupting one is started by every event, even while it runs.
 */
function eventSubProcessWaits(model: ProcessModel, scope: LiveScope): EventWait[] {
  const all = activitiesIn(scope.execution).filter(({ triggeredByEvent }) => triggeredByEvent);
  if (all.length === 0) return [];
  const waits: EventWait[] = [];
  for (const node of model.events.values()) {
    const { role } = node;
    const activity = role.kind === 'start' ? all.find(({ id }) => id === role.scopeId) : undefined;
    if (role.kind !== 'start' || !activity) continue;
    if (activity.status && role.interrupting) return [];
    const holder = { kind: 'event-sub-process' as const };
    for (const [index, event] of eventsOf(node).entries()) {
      const executionId = `${scope.executionId}/${node.nodeId}${index === 0 ? '' : `:${index}`}`;
      waits.push({ node: event, index, executionId, rootId: undefined, scope, activity, holder });
    }
  }
  return waits;
}
