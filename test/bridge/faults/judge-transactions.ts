import { expect } from 'vitest';
import type { Report } from '../../../src/index.ts';
import type { Sandbox } from '../../../src/sandbox/index.ts';
import { callsWith, itemsIn } from './center-record.ts';

/** What was found of an instance, where the center reads the interface otherwise than by default. */
export interface JudgedTransactions {
  /** Tasks that somebody has pending for ever, since `none` leaves them. */
  readonly kept: number;
  /** Further conclusions, of an end that came again, or of a task that was there twice. */
  readonly concludedAgain: number;
  /** Further transactions, of a start that came again. */
  readonly split: number;
  /** Tasks that came again and were there twice. */
  readonly doubled: number;
}

/**
 * That what has ended has ended in the center too: each of these tasks is there once, unless its center creates what
 * comes again a second time, none is open that its center does
 * not keep open, and one transaction was concluded. How often, and into how many the tasks fell, is for the switches.
 */
export function judgeTransactions(
  sandbox: Sandbox,
  instanceId: string,
  taskIds: readonly string[],
  reports: readonly Report[],
): JudgedTransactions {
  const { switches, traffic } = sandbox;
  const transactions = sandbox.transactions().filter(({ serialNumber }) => serialNumber === instanceId);
  const created = transactions.flatMap((transaction) => transaction.taskIds);
  const copies = created.filter((taskId) => sandbox.task(taskId)?.copyOf !== undefined);
  expect(created.filter((taskId) => !copies.includes(taskId)).toSorted()).toEqual(taskIds.toSorted());
  // There are some only where the center creates twice, and questions have taken them away.
  expect(copies.filter((taskId) => switches.duplicateTaskId !== 'twice' || isOpen(sandbox, taskId))).toEqual([]);
  const starts = itemsIn(traffic).filter(({ previousTaskId }) => previousTaskId === `${instanceId}.start`);
  const isSplit = switches.unknownPreviousTask === 'transaction-per-report';
  expect(transactions.length).toBeGreaterThanOrEqual(1);
  expect(transactions.length).toBeLessThanOrEqual(isSplit ? starts.length : 1);

  const concluded = transactions.filter(({ conclusions }) => conclusions.length > 0);
  expect(concluded).toHaveLength(1);
  const conclusions = concluded[0]?.conclusions.length ?? 0;
  const ends = reports.filter(({ item }) => item.status === 'end').map(({ item }) => item);
  const calls = ends.flatMap((item) => callsWith(item, traffic));
  // The end of each task that was there twice is one.
  const ended = copies.filter((taskId) => ends.some((item) => item.previousTaskId === sandbox.task(taskId)?.copyOf));
  // A status answer may have told of the end as well.
  const most = switches.endOnHandledTask === 'conclude' ? calls.length + 1 : 1;
  expect(conclusions).toBeLessThanOrEqual(most + ended.length);

  const open = taskIds.filter((taskId) => isOpen(sandbox, taskId));
  const kept = reports
    .filter(({ item }) => item.status === 'none')
    .map(({ item }) => item.previousTaskId)
    .filter((taskId) => keepsOpen(sandbox, taskId));
  expect(kept).toEqual(expect.arrayContaining(open));
  return { kept: open.length, concludedAgain: conclusions - 1, split: transactions.length - 1, doubled: copies.length };
}

function isOpen({ task }: Sandbox, taskId: string): boolean {
  return ['pending', 'suspended'].includes(task(taskId)?.state ?? '?');
}

/** Whether the center leaves a task pending after `none`. */
function keepsOpen({ switches, task }: Sandbox, taskId: string): boolean {
  if (switches.noneKeepsPending !== 'for-others') return switches.noneKeepsPending;
  const { handlers = [], groups = [] } = task(taskId) ?? {};
  return handlers.length > 1 || groups.length > 0;
}
