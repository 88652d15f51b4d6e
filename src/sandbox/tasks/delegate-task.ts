import { InputError } from '../../errors.ts';
import { centerTime } from '../center-time.ts';
import { isHandlerOf, type Ledger } from '../state/ledger.ts';

/** Who lets whom handle a task beside themselves. */
export interface DelegateRequest {
  /** A handler of the task. */
  readonly from: string;
  /** Somebody of the directory who is none. */
  readonly to: string;
}

/**
 * Lets somebody else find a pending task and press its buttons, where its `canDelegate` is 1. No call is made: the spec
 * has none.
 * @throws {InputError} `ERR_INPUT_INVALID`: the task cannot be delegated, or not by or to these; nothing was changed
 */
export function delegateTask(ledger: Ledger, taskId: string, { from, to }: DelegateRequest): void {
  const task = ledger.tasks.get(taskId);
  const refuse = (reason: string) => new InputError('ERR_INPUT_INVALID', reason);
  if (task === undefined) throw refuse(`the center has no task ${taskId}`);
  if (task.state !== 'pending') throw refuse(`task ${taskId} is not pending`);
  if (task.given.canDelegate !== 1) throw refuse(`task ${taskId} cannot be delegated: its canDelegate is not 1`);
  if (!isHandlerOf(ledger, task, from)) throw refuse(`${from} is not a handler of task ${taskId}`);
  if (isHandlerOf(ledger, task, to)) throw refuse(`${to} is a handler of task ${taskId} already`);
  if (!ledger.directory.accounts.some(({ account }) => account === to)) throw refuse(`the directory has no ${to}`);
  const time = centerTime(ledger.now(), ledger.timeZone);
  ledger.write.addDelegate(task, to, { to: task.state, cause: 'delegation', handler: from, delegate: to, time });
  ledger.write.save();
}
