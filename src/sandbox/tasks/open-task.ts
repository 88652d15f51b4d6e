import { InputError } from '../../errors.ts';
import { TASK_LISTS, type TaskList } from '../../protocol/constants.ts';
import { askStatus, isAskedAbout, type StatusCaller, type StatusRun } from './ask-status.ts';
import { isIn } from './lists.ts';
import { idOnWire } from './task-copies.ts';

const HOUR_MS = 3_600_000;

/** What a person sees who opens a task. */
export interface OpenedTask {
  /** The page of the business system: to handle the task where it is pending, else to view it; undefined without one. */
  readonly url: string | undefined;
  /** The lists in which the person finds the task now. */
  readonly lists: readonly TaskList[];
  /** The question that was asked because the task is old, and its answer. */
  readonly asked: StatusRun | undefined;
}

/**
 * Opens the detail of a task, as an account that has it in a list. One that is pending for more than so many hours is
 * asked about first (spec, Task-status callback, trigger 1).
 * @throws {InputError} `ERR_INPUT_INVALID`: the account has it in no list
 */
export async function openTask(
  caller: StatusCaller,
  taskId: string,
  account: string,
  statusAfterHours: number,
): Promise<OpenedTask> {
  const { ledger } = caller;
  const task = ledger.tasks.get(taskId);
  if (task === undefined) throw new InputError('ERR_INPUT_INVALID', `the center has no task ${taskId}`);
  const listsNow = () => TASK_LISTS.filter((list) => isIn(ledger, list, task, account));
  const before = listsNow();
  if (before.length === 0) throw new InputError('ERR_INPUT_INVALID', `${account} has task ${taskId} in no list`);
  const isOld = ledger.now() - task.createdAt > statusAfterHours * HOUR_MS;
  const isDue = before.includes('pending') && isOld && isAskedAbout(ledger, task);
  const asked = isDue ? await askStatus(caller, task.appId, [idOnWire(task)], 'open') : undefined;
  const lists = listsNow();
  const { handleUrl, viewUrl } = task.given;
  return { url: lists.includes('pending') ? handleUrl : viewUrl, lists, asked };
}
