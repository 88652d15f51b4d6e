import { StepError } from '../../errors.ts';
import type { InstanceRun } from '../state/instance-run.ts';

/** New handlers for a task that the center has not accepted with its first handlers. */
export interface Readdressed {
  readonly taskId: string;
  /** Accounts that replace the handlers and groups. For a shared task: one per remaining signer, in their order. */
  readonly handlers: readonly string[];
}

/**
 * Replaces the handlers of open tasks. No token moves and nothing is reported. Tasks that are not open are skipped.
 * @throws {StepError} `ERR_STEP_FAILED`: the number of handlers for a shared task is not the number of remaining signers
 */
export function readdressTasks(run: InstanceRun, tasks: readonly Readdressed[]): void {
  for (const { taskId, handlers } of tasks) {
    const parts = [...run.openTasks].filter(([, task]) => task.taskId === taskId);
    if (parts.length > 1 && parts.length !== handlers.length) {
      throw new StepError(
        'ERR_STEP_FAILED',
        `Task ${taskId} is shared: name ${parts.length} handlers, one per remaining signer, in their order.`,
      );
    }
    for (const [index, [executionId, task]] of parts.entries()) {
      const own = parts.length > 1 ? handlers.slice(index, index + 1) : handlers;
      run.openTasks.set(executionId, { ...task, handlers: own, handlingGroups: [] });
    }
  }
}
