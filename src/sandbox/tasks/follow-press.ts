import { centerTime } from '../center-time.ts';
import {
  type CenterState,
  type CenterTask,
  type CenterTaskState,
  isOpen,
  type UnreportedPress,
} from '../state/center-state.ts';
import type { CenterButton } from './center-button.ts';
import { isObject } from './check-fields.ts';

interface Presser {
  readonly account: string;
  readonly opinions?: string;
  /** When the press began. */
  readonly time: string;
  /** The body of the answer. */
  readonly answer: unknown;
}

/**
 * What the center does by itself after a business system accepted a press: "each action type has its own … follow-up
 * transaction handling" (spec, Events). HANG_UP and ACTIVE change the task; BREAK_UP and REVOKE end the transaction and
 * its open tasks. Of HANDLEDR and PROMOTER, and of presses that change nothing here, it keeps who pressed. All other types need a report, including TRANSFER: the
 * callback does not name the new account.
 */
export function followPress(center: CenterState, task: CenterTask, button: CenterButton, presser: Presser): void {
  const { suspendsByPress, followsUp } = center.switches;
  switch (button.type) {
    case 'HANG_UP':
      if (suspendsByPress && task.state === 'pending') change(center, task, 'suspended', presser);
      else center.write.addUnreportedPress(task, toUnreportedPress(button, presser));
      return;
    case 'ACTIVE':
      // The process may have been suspended elsewhere.
      if (suspendsByPress && task.state === 'suspended') change(center, task, 'pending', presser);
      else center.write.addUnreportedPress(task, toUnreportedPress(button, presser));
      return;
    case 'BREAK_UP':
    case 'REVOKE':
      if (followsUp) endTransaction(center, task.transactionId, button.type, presser);
      return;
    case 'HANDLEDR':
    case 'PROMOTER':
      center.write.addUnreportedPress(task, toUnreportedPress(button, presser));
      return;
    default:
      return;
  }
}

function endTransaction(center: CenterState, transactionId: string, by: 'BREAK_UP' | 'REVOKE', presser: Presser): void {
  const transaction = center.transactions.get(transactionId);
  if (transaction === undefined || transaction.ended !== undefined) return;
  // A report may have concluded it before the answer to the press arrived.
  if (transaction.conclusions.length === 0) {
    const time = centerTime(center.now(), center.timeZone);
    center.write.endTransaction(transaction, { by, account: presser.account, time });
  }
  const open = transaction.taskIds.flatMap((id) => center.tasks.get(id) ?? []).filter(isOpen);
  for (const task of open) change(center, task, by === 'REVOKE' ? 'recalled' : 'terminated', presser);
}

function toUnreportedPress(
  { name: button, type }: CenterButton,
  { account, opinions = '', time, answer }: Presser,
): UnreportedPress {
  const message = isObject(answer) && typeof answer.message === 'string' ? answer.message : '';
  return {
    ...{ account, button, type, time },
    ...(opinions === '' ? {} : { opinions }),
    ...(message === '' ? {} : { message }),
  };
}

function change(center: CenterState, task: CenterTask, to: CenterTaskState, { account, opinions }: Presser): void {
  center.write.changeState(task, {
    to,
    cause: 'press',
    handler: account,
    ...(opinions === undefined ? {} : { handleOpinions: opinions }),
    time: centerTime(center.now(), center.timeZone),
  });
}
