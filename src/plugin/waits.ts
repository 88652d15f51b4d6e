import type { Execution } from 'bpmn-engine';
import { type ExecutionApi, liveScopes } from './engine-internals.ts';

/** One thing the engine waits for: one iteration of it, for multi-instance. */
export interface Wait {
  readonly kind: 'task' | 'job';
  readonly nodeId: string;
  readonly executionId: string;
  /** The activity's own execution, which is what later activities name as their cause. */
  readonly rootId: string;
  readonly api: ExecutionApi;
}

const WAIT_KINDS: Readonly<Record<string, Wait['kind']>> = {
  'bpmn:UserTask': 'task',
  'bpmn:ServiceTask': 'job',
  'bpmn:SendTask': 'job',
  'bpmn:BusinessRuleTask': 'job',
};

/** Everything an engine at rest waits for, in the order of the drawing's elements and of the iterations. */
export function listWaits(execution: Execution): Wait[] {
  const waits: Wait[] = [];
  for (const scope of liveScopes(execution)) {
    for (const activity of scope.getActivities()) {
      const kind = WAIT_KINDS[activity.type];
      if (!kind || activity.status !== 'executing' || !activity.execution || activity.execution.completed) continue;
      for (const api of activity.execution.getPostponed()) {
        // A multi-instance lists its own root beside its iterations.
        if (activity.isMultiInstance && api.executionId === activity.executionId) continue;
        waits.push({ kind, nodeId: activity.id, executionId: api.executionId, rootId: activity.executionId, api });
      }
    }
  }
  return waits;
}
