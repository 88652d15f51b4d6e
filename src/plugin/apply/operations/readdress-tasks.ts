import { StepError } from '../../../errors.ts';
import type { InstanceRun } from '../../state/instance-run.ts';

/** Whose hands a task is in after all: the center has not taken it as it was first described. */
export interface Readdressed {
  readonly taskId: string;
  /** Accounts, in the place of those, or of the groups, that were named. Of a shared task one for each who has yet to sign, in their order. */
  readonly handlers: readonly string[];
}

/**
 * Names other handlers for open tasks. Nothing moves, and nothing is reported by it; a task that is not open is left out.
 * @throws {StepError} `ERR_STEP_FAILED`: a shared task is not given one signer for each
 */
export function readdressTasks(run: InstanceRun, tasks: readonly Readdressed[]): void {
  for (const { taskId, handlers } of tasks) {
    const parts = [...run.openTasks].filter(([, task]) => task.taskId === taskId);
    if (parts.length > 1 && parts.length !== handlers.length) {
      throw new StepError(
        'ERR_STEP_FAILED',
        `Task ${taskId} is shared: name ${parts.length} handlers, one for each who has yet to sign it, in their order.`,
      );
    }
    for (const [index, [executionId, task]] of parts.entries()) {
      const own = parts.length > 1 ? handlers.slice(index, index + 1) : handlers;
      run.openTasks.set(executionId, { ...task, handlers: own, handlingGroups: [] });
    }
  }
}
