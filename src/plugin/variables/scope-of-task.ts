import type { Scope } from '../../model/expressions/expression.ts';
import { listWaits } from '../engine/waits.ts';
import type { InstanceRun } from '../state/instance-run.ts';

/** The scope of expressions at an open task; for a shared task, at the first of its executions. */
export function scopeOfTask(run: InstanceRun, taskId: string): Scope {
  const waits = run.execution === undefined ? [] : listWaits(run.execution);
  const wait = waits.find(({ executionId }) => run.openTasks.get(executionId)?.taskId === taskId);
  return wait === undefined ? run.scope : run.scopeOf(wait.scope, wait.api.content);
}
