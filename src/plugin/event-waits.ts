import type { Execution } from 'bpmn-engine';
import { eventsOf } from '../model/event-nodes.ts';
import type { EventNode, ProcessModel } from '../model/process-model.ts';
import type { EngineActivity } from './engine-internals.ts';
import { type LiveScope, liveScopes } from './live-scopes.ts';
import type { HeldEvent } from './run-context.ts';
import { listWaits } from './waits.ts';

/** Something that waits for a time, a message, a signal, an error, an escalation or a condition; or that throws one. */
export interface EventWait {
  /** With the trigger of the one event definition that waits. */
  readonly node: EventNode;
  /** Which of its event definitions that is. */
  readonly index: number;
  /** Names the wait; the same after a recover. */
  readonly executionId: string;
  /** Execution of the activity, whose origin it goes on from; of an event sub-process that does not run: none. */
  readonly rootId: string | undefined;
  readonly scope: LiveScope;
  readonly holder:
    | { readonly kind: 'definition'; readonly definition: HeldEvent }
    | { readonly kind: 'task'; signal(): void }
    /** An event sub-process that would be started. */
    | { readonly kind: 'event-sub-process'; readonly activity: EngineActivity & { run(): void } };
}

/**
 * Everything in live scopes that waits for an event or throws one. Throws come in the order in which they were reached;
 * what waits in the order of scopes and of the drawing, which is the same after a recover.
 * @param entered the event definitions that hold a token
 */
export function listEventWaits(model: ProcessModel, execution: Execution, entered: Iterable<HeldEvent>): EventWait[] {
  const scopes = liveScopes(execution);
  return [
    ...definitionWaits(model, scopes, entered),
    ...taskWaits(model, execution),
    ...scopes.flatMap((scope) => eventSubProcessWaits(model, scope)),
  ];
}

function definitionWaits(model: ProcessModel, scopes: readonly LiveScope[], entered: Iterable<HeldEvent>): EventWait[] {
  const waits: EventWait[] = [];
  for (const definition of entered) {
    const { activity, executionId } = definition;
    const index = definition.content.index ?? 0;
    const node = eventAt(model, activity.id, index);
    // What an interrupted sub-process left behind still holds its token, in a scope that is gone.
    const scope = scopes.find((each) => each.execution.getActivities().includes(activity));
    if (!node || !scope || !activity.status) continue;
    const holder = { kind: 'definition' as const, definition };
    waits.push({ node, index, executionId, rootId: activity.executionId, scope, holder });
  }
  const placeOf = ({ scope, node }: EventWait) =>
    node.role.kind === 'throw'
      ? -1
      : scopes.indexOf(scope) * MAX_ELEMENTS +
        scope.execution.getActivities().findIndex(({ id }) => id === node.nodeId);
  return waits.toSorted((one, other) => placeOf(one) - placeOf(other));
}

function eventAt({ events }: ProcessModel, nodeId: string, index: number): EventNode | undefined {
  const node = events.get(nodeId);
  return node && eventsOf(node)[index];
}

/** More than a scope has. */
const MAX_ELEMENTS = 1_000_000;

function taskWaits(model: ProcessModel, execution: Execution): EventWait[] {
  return listWaits(execution).flatMap(({ nodeId, executionId, rootId, activity, scope, api }) => {
    const node = model.events.get(nodeId);
    // An event that throws holds its token in an event definition.
    if (!node || !activity.type.endsWith('Task')) return [];
    const holder = { kind: 'task' as const, signal: () => api.signal({ done: true }) };
    return [{ node, index: 0, executionId, rootId, scope, holder }];
  });
}

/** BPMN 2.0, 13.5.4: once an interrupting one has started, nothing starts another in its scope. */
function eventSubProcessWaits(model: ProcessModel, scope: LiveScope): EventWait[] {
  const all = scope.execution.getActivities().filter(({ triggeredByEvent }) => triggeredByEvent);
  if (all.length === 0) return [];
  const waits: EventWait[] = [];
  for (const node of model.events.values()) {
    const { role } = node;
    const activity = role.kind === 'start' ? all.find(({ id }) => id === role.scopeId) : undefined;
    if (role.kind !== 'start' || !activity) continue;
    if (activity.status) {
      if (role.interrupting) return [];
      continue;
    }
    const holder = { kind: 'event-sub-process' as const, activity: activity as EngineActivity & { run(): void } };
    for (const [index, event] of eventsOf(node).entries()) {
      const executionId = `${scope.executionId}/${node.nodeId}${index === 0 ? '' : `:${index}`}`;
      waits.push({ node: event, index, executionId, rootId: undefined, scope, holder });
    }
  }
  return waits;
}
