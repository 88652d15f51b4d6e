/** Tasks of which it is not known whether the center created them, because the answer to their report was lost. */
import type { Transaction } from 'kysely';
import type { OutboxRow, OutboxSettlement } from '../rows/outbox-entry.ts';
import type { Schema } from '../schema.ts';
import { lockInstanceOf } from './outbox-order.ts';

/** Why a report that was in doubt is delivered. */
export const CONFIRMED =
  'the center has called a button of each task that was in doubt, or has asked for its state: it created them';

/** Leaves out the tasks whose buttons the center has called already; if it has called for all, the report is delivered. */
export async function leaveOutProven(db: Transaction<Schema>, settlement: OutboxSettlement): Promise<OutboxSettlement> {
  if (settlement.state !== 'unconfirmed' || !settlement.unprovenIds?.length) return settlement;
  const { seq, at, unprovenIds } = settlement;
  // Before the entry, as all do that lock both.
  await lockInstanceOf(db, seq);
  const pressed = await db.selectFrom('presses').select('taskId').where('taskId', 'in', unprovenIds).execute();
  const proven = new Set(pressed.map(({ taskId }) => taskId));
  const left = unprovenIds.filter((taskId) => !proven.has(taskId));
  if (left.length === 0) return { seq, state: 'delivered', at, reason: CONFIRMED };
  return { ...settlement, unprovenIds: left };
}

/** Marks the tasks of an unconfirmed report, so that whoever reads one sees that it is in doubt. */
export async function markUnproven(
  db: Transaction<Schema>,
  seq: number,
  taskIds: readonly string[] = [],
): Promise<void> {
  if (taskIds.length === 0) return;
  await db.updateTable('tasks').set({ unconfirmedSeq: seq }).where('taskId', 'in', taskIds).execute();
}

/**
 * Takes the mark from the tasks of an unconfirmed report.
 * @param taskIds default: all
 * @returns whether none is left
 */
export async function unmarkUnproven(
  db: Transaction<Schema>,
  { seq, instanceId }: Pick<OutboxRow, 'seq' | 'instanceId'>,
  taskIds?: readonly string[],
): Promise<boolean> {
  let marked = db.updateTable('tasks').where('instanceId', '=', instanceId).where('unconfirmedSeq', '=', seq);
  if (taskIds !== undefined) marked = marked.where('taskId', 'in', taskIds);
  await marked.set({ unconfirmedSeq: null }).execute();
  const left = await db
    .selectFrom('tasks')
    .select('taskId')
    .where('instanceId', '=', instanceId)
    .where('unconfirmedSeq', '=', seq)
    .limit(1)
    .executeTakeFirst();
  return left === undefined;
}
