import type { Execution } from 'bpmn-engine';
import { nodeIdOf } from './copies/copy-id.ts';
import type { EngineActivity, ExecutionApi } from './engine-internals.ts';
import { activitiesInOrder, type LiveScope, liveScopes } from './live-scopes.ts';

/** One activity that a signal completes: a task, a job, a task that sends or receives a message, or a held instance. */
export interface Wait {
  /** Its node in the diagram. */
  readonly nodeId: string;
  readonly executionId: string;
  /** The activity's own execution, which later activities name as their cause. */
  readonly rootId: string;
  readonly activity: EngineActivity;
  readonly scope: LiveScope;
  readonly api: ExecutionApi;
}

const WAITING_TYPES: ReadonlySet<string> = new Set([
  'bpmn:UserTask',
  'bpmn:ServiceTask',
  'bpmn:SendTask',
  'bpmn:BusinessRuleTask',
  'bpmn:ScriptTask',
  'bpmn:ReceiveTask',
  // Those whose conditions are scripts.
  'bpmn:ExclusiveGateway',
  'bpmn:InclusiveGateway',
  // Of those that throw a message by a service.
  'bpmn:IntermediateThrowEvent',
  'bpmn:EndEvent',
]);

const EVENT = /Event$/;

/** Every activity at which an engine at rest waits, ordered by scope, element in the diagram, token and iteration. */
export function listWaits(execution: Execution): Wait[] {
  return liveScopes(execution).flatMap((scope) => activitiesInOrder(scope.execution).flatMap((a) => waitsOf(a, scope)));
}

function waitsOf(activity: EngineActivity, scope: LiveScope): Wait[] {
  if (activity.isSubProcess) return heldIn(activity, scope);
  if (!WAITING_TYPES.has(activity.type) || activity.status !== 'executing') return [];
  if (!activity.execution || activity.execution.completed) return [];
  const { executionId: rootId, isMultiInstance } = activity;
  const nodeId = nodeIdOf(activity.id);
  return (
    activity.execution
      .getPostponed()
      // A multi-instance also lists its root, next to its iterations; an event lists itself next to its definitions.
      .filter((api) => !(isMultiInstance || EVENT.test(activity.type)) || api.executionId !== rootId)
      .map((api) => ({ nodeId, executionId: api.executionId, rootId, activity, scope, api }))
  );
}

/** Instances of a multi-instance sub-process that wait for the script that decides whether they were the last. */
function heldIn(activity: EngineActivity, scope: LiveScope): Wait[] {
  const { execution, executionId: rootId, status } = activity;
  if (status !== 'executing' || execution?.completed !== false) return [];
  const nodeId = nodeIdOf(activity.id);
  return [...(execution.source?.held ?? [])].map(([executionId, { content, release }]) => {
    const api = { id: activity.id, executionId, content, signal: release };
    return { nodeId, executionId, rootId, activity, scope, api };
  });
}
