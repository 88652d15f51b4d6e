import { centerTime } from '../center-time.ts';
import { type CenterTask, type CenterTaskState, isOpen, type Ledger } from '../state/ledger.ts';
import type { CenterButton } from './center-button.ts';

interface Presser {
  readonly account: string;
  readonly opinions?: string;
}

/**
 * What the center does by itself after a business system accepted a press: "each action type has its own … follow-up
 * transaction handling" (spec, Events). HANG_UP and ACTIVE change the task; BREAK_UP and REVOKE end the transaction and
 * its open tasks. All other types need a report, including TRANSFER: the callback does not name the new account.
 */
export function followPress(ledger: Ledger, task: CenterTask, button: CenterButton, presser: Presser): void {
  const { suspendsByPress, followsUp } = ledger.switches;
  switch (button.type) {
    case 'HANG_UP':
      if (suspendsByPress && task.state === 'pending') change(ledger, task, 'suspended', presser);
      return;
    case 'ACTIVE':
      if (suspendsByPress && task.state === 'suspended') change(ledger, task, 'pending', presser);
      return;
    case 'BREAK_UP':
    case 'REVOKE':
      if (followsUp) endTransaction(ledger, task.transactionId, button.type, presser);
      return;
    default:
      return;
  }
}

function endTransaction(ledger: Ledger, transactionId: string, by: 'BREAK_UP' | 'REVOKE', presser: Presser): void {
  const transaction = ledger.transactions.get(transactionId);
  if (transaction === undefined || transaction.ended !== undefined) return;
  // A report may have concluded it before the answer to the press arrived.
  if (transaction.conclusions.length === 0) {
    const time = centerTime(ledger.now(), ledger.timeZone);
    ledger.write.endTransaction(transaction, { by, account: presser.account, time });
  }
  const open = transaction.taskIds.flatMap((id) => ledger.tasks.get(id) ?? []).filter(isOpen);
  for (const task of open) change(ledger, task, by === 'REVOKE' ? 'recalled' : 'terminated', presser);
}

function change(ledger: Ledger, task: CenterTask, to: CenterTaskState, { account, opinions }: Presser): void {
  ledger.write.changeState(task, {
    to,
    cause: 'press',
    handler: account,
    ...(opinions === undefined ? {} : { handleOpinions: opinions }),
    time: centerTime(ledger.now(), ledger.timeZone),
  });
}
