import { InputError } from '../../errors.ts';
import { TASK_LISTS, type TaskList } from '../../protocol/constants.ts';
import { askStatus, isAskedAbout, type StatusCaller, type StatusRun } from './ask-status.ts';
import { isIn } from './lists.ts';
import { idOnWire } from './task-copies.ts';

const HOUR_MS = 3_600_000;

/** What a person sees after opening a task. */
export interface OpenedTask {
  /** The page of the business system: to handle the task if it is pending, else to view it; undefined without one. */
  readonly url: string | undefined;
  /** The lists in which the account has the task now. */
  readonly lists: readonly TaskList[];
  /** The task-status request that was sent because the task is old, and its answer. */
  readonly asked: StatusRun | undefined;
}

/**
 * Opens the detail of a task for an account that has it in a list. If the task has been pending for too long, a
 * task-status request is sent first (spec, Task-status callback, trigger 1).
 * @throws {InputError} `ERR_INPUT_INVALID`: the task is in no list of the account
 */
export async function openTask(
  caller: StatusCaller,
  taskId: string,
  account: string,
  statusAfterHours: number,
): Promise<OpenedTask> {
  const { center } = caller;
  const task = center.tasks.get(taskId);
  if (task === undefined) throw new InputError('ERR_INPUT_INVALID', `the center has no task ${taskId}`);
  const listsNow = () => TASK_LISTS.filter((list) => isIn(center, list, task, account));
  const before = listsNow();
  if (before.length === 0) throw new InputError('ERR_INPUT_INVALID', `task ${taskId} is in no list of ${account}`);
  const isOld = center.now() - task.createdAt > statusAfterHours * HOUR_MS;
  const isDue = before.includes('pending') && isOld && isAskedAbout(center, task);
  const asked = isDue ? await askStatus(caller, task.appId, [idOnWire(task)], 'open') : undefined;
  const lists = listsNow();
  const { handleUrl, viewUrl } = task.given;
  return { url: lists.includes('pending') ? handleUrl : viewUrl, lists, asked };
}
