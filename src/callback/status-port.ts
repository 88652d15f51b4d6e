import type { TaskStatusEntry } from '../protocol/task-status.ts';

/** What the task-status callback asks of the bridge. */
export interface StatusPort {
  /**
   * Says the state of tasks: one entry per id, in the same order, also for ids that are named twice or were never seen.
   * A call that rejects may be repeated.
   */
  answer(taskIds: readonly string[]): Promise<readonly TaskStatusEntry[]>;
}
