import type { Page } from './page.ts';
import type { PressKey, PressRow } from './press-rows.ts';
import type { SigningKeyCount, TaskFilter, TaskRow } from './task-rows.ts';

export interface TaskStore {
  /** The state after the last committed step. The task may be stored before the center knows it. */
  getTask(taskId: string): Promise<TaskRow | undefined>;
  /** The open tasks of an instance; exactly those for which its snapshot waits. */
  listOpenTasks(instanceId: string): Promise<TaskRow[]>;
  /** In the order of creation; `after`: those that come after this one. */
  listTasks(filter: TaskFilter & { after?: Pick<TaskRow, 'createdAt' | 'taskId'> } & Page): Promise<TaskRow[]>;
  countTasks(filter: TaskFilter): Promise<number>;
  /**
   * Returns the tasks with these ids, for a status answer, without duplicates and in no particular order; unknown ids are
   * skipped. Undelivered reports about closed tasks become a `repeat`, because the center learns from the answer what they
   * say. After a crash before the answer was sent, they stay a `repeat`: an "already handled" then counts as delivered
   * although the center did not get the answer.
   */
  markTasksAnswered(taskIds: readonly string[]): Promise<TaskRow[]>;

  /**
   * Counts the tasks of running and suspended instances per signing key, ordered by key; unused keys are not included.
   */
  countSigningKeys(): Promise<SigningKeyCount[]>;

  /** Returns a stored press. After a crash, a press may be stored although it got no answer. */
  getPress(key: PressKey): Promise<PressRow | undefined>;
  /**
   * Stores the answer to a press that changed nothing else; of two concurrent calls the first one counts. After a crash
   * before this, a repeated press is checked again.
   */
  putPress(press: PressRow): Promise<void>;
}
