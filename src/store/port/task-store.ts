import type { TaskState } from '../../protocol/constants.ts';
import type { Page } from './page.ts';
import type { PressKey, PressRow } from './press-rows.ts';
import type { SigningKeyCount, TaskRow } from './task-rows.ts';

export interface TaskStore {
  /** After a crash as the last committed step left it; it may be here before the center has heard of it. */
  getTask(taskId: string): Promise<TaskRow | undefined>;
  /** Those of an instance that nobody has closed. After a crash just those that its snapshot waits for. */
  listOpenTasks(instanceId: string): Promise<TaskRow[]>;
  /**
   * In order of creation, those of one step as the step made them. `handler`: the tasks whose handlers name this
   * account. After a crash all of a step's are here or none.
   */
  listTasks(filter: { instanceId?: string; state?: TaskState; handler?: string } & Page): Promise<TaskRow[]>;
  /**
   * The tasks of these ids as the center is about to be told of them: each once, in no order; ids that are no task's
   * are left out. Reports about closed ones that the center has yet to take become a `repeat`: to a center that acts on
   * what it is told now, they say nothing new. After a crash before the answer was sent they stay one: an "already
   * handled" of the center is then taken for an echo of what it was never told.
   */
  getTasksForStatus(taskIds: readonly string[]): Promise<TaskRow[]>;

  /**
   * Per signing key the tasks of instances that are not over, ordered by key; a key that none has is not named. After a
   * crash no task that was committed is missing, so a start-up that asks here cannot let go of a key too early.
   */
  countSigningKeys(): Promise<SigningKeyCount[]>;

  /** After a crash finds every press that was answered as applied, and those that were applied and not answered. */
  getPress(key: PressKey): Promise<PressRow | undefined>;
  /**
   * Keeps the answer to a press that changed nothing else; the first answer stands when two callers race. After a crash
   * before it the same press is judged anew, by what is the case then.
   */
  putPress(press: PressRow): Promise<void>;
}
