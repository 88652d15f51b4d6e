import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from 'kysely';
import type { Report } from '../protocol/report.ts';
import type { TaskReport } from '../protocol/task-view.ts';
import { DUE_AT_ONCE, readObject } from './rows/columns.ts';
import type { ByOperator } from './rows/history.ts';
import {
  type Decision,
  type OutboxFilter,
  type OutboxRetry,
  type OutboxRow,
  type ReadEntry,
  readOutboxEntry,
} from './rows/outbox-entry.ts';
import type { Schema } from './schema.ts';
import { type Database, inTransaction } from './statements/database.ts';
import { deliveryConditions, isSkippable } from './statements/deliveries.ts';
import { isFree } from './statements/leasing.ts';
import { countRows, limitOf, type Page } from './statements/lists.ts';
import { isOutboxHead, lockInstanceOf, releaseWaiting } from './statements/outbox-order.ts';
import { putHistory, putReportHistory } from './statements/records.ts';
import { CONFIRMED, unmarkUnproven } from './statements/unproven-tasks.ts';

/** After a crash, its state and the history show whether a `retry` or `skip` was stored. */
export async function getOutboxEntry(db: Database, seq: number): Promise<OutboxRow | undefined> {
  const record = await db.selectFrom('outbox').selectAll().where('seq', '=', seq).executeTakeFirst();
  return record && readOutboxEntry(record);
}

/** In the order of `seq`; `after`: those with a higher one. After a crash, a `pending` report may have arrived; its answer was not stored. */
export async function listOutbox(db: Database, filter: OutboxFilter & { after?: number } & Page): Promise<OutboxRow[]> {
  const { after } = filter;
  let query = selectOutbox(db, filter).selectAll('outbox');
  if (after !== undefined) query = query.where('seq', '>', after);
  const records = await query.orderBy('seq').limit(limitOf(filter)).execute();
  return records.map(readOutboxEntry);
}

export async function countOutbox(db: Database, filter: OutboxFilter, most?: number): Promise<number> {
  return countRows(db, selectOutbox(db, filter), most);
}

function selectOutbox(db: Database, filter: OutboxFilter) {
  return db.selectFrom('outbox').where((row) => row.and(deliveryConditions(filter)));
}

/** Whether more than `limit` reports are pending or parked. */
export async function isOutboxOver(db: Database, limit: number): Promise<boolean> {
  const oneMore = await db
    .selectFrom('outbox')
    .select('seq')
    .where('state', 'in', ['pending', 'parked'])
    .offset(limit)
    .limit(1)
    .executeTakeFirst();
  return oneMore !== undefined;
}

/**
 * Makes a parked entry due again, with its corrections and a history entry. The parts that the center did not refuse count
 * as delivered. After a crash, all of this is stored or nothing.
 * @returns false if it is not parked, or was sent again since it was read
 */
export async function retryOutbox(
  db: Database,
  { seq, attempts, corrected, by }: OutboxRetry,
  at: number,
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    await lockInstanceOf(transaction, seq);
    const retried = await transaction
      .updateTable('outbox')
      .set({
        ...{ state: 'pending', refusals: 0, dueAt: at, freeAt: at },
        ...(corrected && { report: JSON.stringify(corrected.report) }),
      })
      .where('seq', '=', seq)
      .where('state', '=', 'parked')
      .where('attempts', '=', attempts)
      .returning(['seq', 'instanceId'])
      .executeTakeFirst();
    if (retried === undefined) return false;
    await releaseWaiting(transaction, retried.instanceId);
    if (corrected) await correctTaskReport(transaction, corrected.report);
    await putReportHistory(transaction, retried, { event: 'retried', at, corrected: corrected?.fields ?? [], by });
    return true;
  });
}

/** Updates the report of the task, which the task-status callback repeats, unless a later report has replaced it. */
async function correctTaskReport(db: Transaction<Schema>, { item }: Report): Promise<void> {
  const { status, next = [], previousTaskId: taskId } = item;
  const task = await db.selectFrom('tasks').select('report').where('taskId', '=', taskId).executeTakeFirst();
  if (task === undefined || task.report === null) return;
  const latest = readObject<TaskReport>(task.report, { table: 'tasks', id: taskId });
  if (!isDeepStrictEqual(idsOf(latest.next), idsOf(next))) return;
  const report = JSON.stringify({ status, next });
  await db.updateTable('tasks').set({ report }).where('taskId', '=', taskId).execute();
}

function idsOf(next: TaskReport['next']): unknown[] {
  return next.map(({ taskId }) => taskId);
}

/**
 * Skips an entry that is parked, or pending and not leased; later entries continue. The reason is stored in the history.
 * After a crash, all of this is stored or nothing.
 * @returns false if it is neither, or was sent again since it was read
 */
export async function skipOutbox(
  db: Database,
  { seq, attempts }: ReadEntry,
  { at, reason, by }: Decision,
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    await lockInstanceOf(transaction, seq);
    const skipped = await transaction
      .updateTable('outbox')
      .set({ state: 'skipped', reason, freeAt: null, leaseOwner: null })
      .where('seq', '=', seq)
      .where('attempts', '=', attempts)
      .where(isSkippable(at))
      .returning(['seq', 'instanceId'])
      .executeTakeFirst();
    if (skipped === undefined) return false;
    await releaseWaiting(transaction, skipped.instanceId);
    await putReportHistory(transaction, skipped, { event: 'skipped', at, reason, by });
    return true;
  });
}

/**
 * Marks an unconfirmed entry as checked by a person: `acknowledged`. The reason is stored in the history. After a crash,
 * both are stored or neither.
 * @returns false if it is not unconfirmed; of several concurrent calls one gets true
 */
export async function acknowledgeOutbox(db: Database, seq: number, { at, reason, by }: Decision): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    await lockInstanceOf(transaction, seq);
    const acknowledged = await transaction
      .updateTable('outbox')
      .set({ state: 'acknowledged', reason })
      .where('seq', '=', seq)
      .where('state', '=', 'unconfirmed')
      .returning(['seq', 'instanceId'])
      .executeTakeFirst();
    if (acknowledged === undefined) return false;
    await unmarkUnproven(transaction, acknowledged);
    await putReportHistory(transaction, acknowledged, { event: 'acknowledged', at, reason, by });
    return true;
  });
}

/** What shows that the center has tasks of an unconfirmed report. */
export interface ProvenTasks {
  /** Of the report. */
  readonly seq: number;
  readonly taskIds: readonly string[];
  readonly at: number;
}

/**
 * Notes that the center has tasks of an unconfirmed report. Once it has all that were in doubt, the report is delivered, and
 * the history says why. After a crash, all of this is stored or nothing.
 * @returns the report, if this settled it
 */
export async function confirmTasks(db: Database, { seq, taskIds, at }: ProvenTasks): Promise<OutboxRow | undefined> {
  return inTransaction(db, async (transaction) => {
    await lockInstanceOf(transaction, seq);
    const row = await getOutboxEntry(transaction, seq);
    if (row?.state !== 'unconfirmed' || !(await unmarkUnproven(transaction, row, taskIds))) return undefined;
    const delivered = { state: 'delivered', reason: CONFIRMED } as const;
    await transaction
      .updateTable('outbox')
      .set({ ...delivered, deliveredAt: at })
      .where('seq', '=', seq)
      .execute();
    await putReportHistory(transaction, row, { event: 'confirmed', at, reason: CONFIRMED });
    return { ...row, ...delivered, deliveredAt: at };
  });
}

/**
 * Makes pending entries due at `at` that wait for their next attempt: one, or all. Those that are leased, or behind another
 * entry of their instance, are not changed. The oldest one gets the due time `DUE_AT_ONCE`. A history entry with their
 * number is stored in the same transaction, of the instance of the one entry or of none.
 * @returns their number, without those that were not changed
 */
export async function makeOutboxDue(
  db: Database,
  { seq, at, by }: { readonly seq?: number; readonly at: number } & ByOperator,
): Promise<number> {
  return inTransaction(db, async (transaction) => {
    let waiting = transaction
      .selectFrom('outbox')
      .select('outbox.seq')
      .where('outbox.state', '=', 'pending')
      .where(isFree(at))
      .where(isOutboxHead)
      // Rows are locked in the order of their keys, to avoid deadlocks.
      .orderBy('outbox.seq')
      .forNoKeyUpdate();
    if (seq !== undefined) waiting = waiting.where('outbox.seq', '=', seq);
    const rows = await transaction
      .updateTable('outbox')
      .set({ dueAt: at, freeAt: at })
      .where('seq', 'in', (row) => row.selectFrom(waiting.as('waiting')).select('waiting.seq'))
      .returning(['seq', 'instanceId'])
      .execute();
    const [first] = rows.toSorted((one, other) => one.seq - other.seq);
    if (first === undefined) return 0;
    await transaction.updateTable('outbox').set({ freeAt: DUE_AT_ONCE }).where('seq', '=', first.seq).execute();
    const instanceId = seq === undefined ? null : first.instanceId;
    const data = { ...(seq !== undefined && { seq }), reports: rows.length, by };
    await putHistory(transaction, { instanceId, at, type: 'outbox.now', data });
    return rows.length;
  });
}
