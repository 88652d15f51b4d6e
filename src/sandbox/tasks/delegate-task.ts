import { InputError } from '../../errors.ts';
import { centerTime } from '../center-time.ts';
import { type CenterState, isHandlerOf } from '../state/center-state.ts';

/** Who delegates a task to whom. */
export interface DelegateRequest {
  /** A handler of the task. */
  readonly from: string;
  /** An account in the directory that is not a handler. */
  readonly to: string;
}

/**
 * Adds an account that may see a pending task and press its buttons, if the task's `canDelegate` is 1. No call is made:
 * the spec has none for this.
 * @throws {InputError} `ERR_INPUT_INVALID`: the task cannot be delegated, or not by or to these accounts; no change
 */
export function delegateTask(center: CenterState, taskId: string, { from, to }: DelegateRequest): void {
  const task = center.tasks.get(taskId);
  const refuse = (reason: string) => new InputError('ERR_INPUT_INVALID', reason);
  if (task === undefined) throw refuse(`the center has no task ${taskId}`);
  if (task.state !== 'pending') throw refuse(`task ${taskId} is not pending`);
  if (task.given.canDelegate !== 1) throw refuse(`task ${taskId} cannot be delegated: its canDelegate is not 1`);
  if (!isHandlerOf(center, task, from)) throw refuse(`${from} is not a handler of task ${taskId}`);
  if (isHandlerOf(center, task, to)) throw refuse(`${to} is already a handler of task ${taskId}`);
  if (!center.directory.accounts.some((one) => one.account === to)) throw refuse(`the directory has no account ${to}`);
  const time = centerTime(center.now(), center.timeZone);
  center.write.addDelegate(task, to, { to: task.state, cause: 'delegation', handler: from, delegate: to, time });
  center.write.save();
}
