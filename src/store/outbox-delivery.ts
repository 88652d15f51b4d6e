import type { Selectable, Transaction, Updateable } from 'kysely';
import { type Report, withoutSystemTask } from '../protocol/report.ts';
import { readObject } from './rows/columns.ts';
import {
  type OutboxRecord,
  type OutboxRow,
  type OutboxSettlement,
  parseOutboxEntry,
  readOutboxEntry,
  UNREADABLE_ENTRY,
} from './rows/outbox-entry.ts';
import type { Schema } from './schema.ts';
import { compileOnce } from './statements/compiled-statements.ts';
import { adapterOf, type Database, inTransaction } from './statements/database.ts';
import type { Lease } from './statements/leasing.ts';
import { holdBehindParked, lockInstanceOf } from './statements/outbox-order.ts';
import { putHistory, putReportHistory } from './statements/records.ts';
import { leaveOutProven, markUnproven } from './statements/unproven-tasks.ts';

/**
 * Leases the heads that are due: for each instance the oldest entry that is pending or parked, if it is pending.
 * So an entry after a parked one is never leased. Counts the attempt. If the holder dies, the lease expires; later entries
 * do not overtake this one.
 * An entry whose last holder did not settle or release it has `repeat`, because its call may have arrived.
 * An entry that cannot be read is parked and returned as parked.
 */
export async function leaseOutbox(db: Database, { now, limit, leaseMs, owner }: Lease): Promise<OutboxRow[]> {
  return inTransaction(db, async (transaction) => {
    const records = await adapterOf(db).leaseHeads(transaction, { now, limit, owner, freeAt: now + leaseMs });
    const entries: OutboxRow[] = [];
    for (const record of records.toSorted((a, b) => a.seq - b.seq)) {
      entries.push(parseOutboxEntry(record) ?? (await parkUnreadable(transaction, record, now)));
    }
    return entries;
  });
}

/** Otherwise every lease that includes the entry would fail. Later entries of its instance wait for it. */
async function parkUnreadable(
  db: Transaction<Schema>,
  record: Selectable<OutboxRecord>,
  at: number,
): Promise<OutboxRow> {
  const parked = { state: 'parked', reason: UNREADABLE_ENTRY, freeAt: null, leaseOwner: null } as const;
  await db.updateTable('outbox').set(parked).where('seq', '=', record.seq).execute();
  await holdBehindParked(db, record);
  await putReportHistory(db, record, { event: 'parked', at, reason: UNREADABLE_ENTRY });
  return readOutboxEntry({ ...record, ...parked });
}

/**
 * Stores the outcome of attempts and releases the leases. An entry is skipped if its lease expired and another holder has
 * it. After a crash before this, all entries are sent again as a `repeat` when their leases expire.
 *
 * If all were delivered, the commit does not wait for the disk. Losing it is harmless, as if the bridge had died just before
 * it: the rows are still leased when the database is back; when the lease expires, they are sent again as repeats, and the
 * center answers that it has them. All that is committed later and waited for, such as the next step, makes this durable too.
 * A lease must not be lost: an entry whose lease is gone looks as if it had never been sent, and a job could be held by two.
 * @returns what was stored: an unconfirmed report is delivered if the center has called for its tasks in the meantime
 */
export async function settleOutbox(
  db: Database,
  owner: string,
  settlements: readonly OutboxSettlement[],
): Promise<OutboxSettlement[]> {
  const settleAll = async (transaction: Transaction<Schema>): Promise<OutboxSettlement[]> => {
    const settled: OutboxSettlement[] = [];
    // Rows are locked in the order of their keys, to avoid deadlocks.
    for (const settlement of settlements.toSorted((one, other) => one.seq - other.seq)) {
      await settle(transaction, owner, settlement, (stored) => settled.push(stored));
    }
    return settled;
  };
  const isLosable = settlements.every((each) => each.state === 'delivered' && each.refusedTaskId === undefined);
  return isLosable ? adapterOf(db).runLosable(db, settleAll) : inTransaction(db, settleAll);
}

/** @param onSettled called at the latest with the commit, with what is stored */
async function settle(
  db: Transaction<Schema>,
  owner: string,
  given: OutboxSettlement,
  onSettled: (settlement: OutboxSettlement) => void,
): Promise<void> {
  if (await releaseIfRepeat(db, owner, given)) return;
  const settlement = await leaveOutProven(db, given);
  const { seq, state, reason } = settlement;
  if (state === 'delivered') {
    const { at, refusedTaskId } = settlement;
    if (refusedTaskId !== undefined) await noteRefusal(db, owner, { seq, at, reason, taskId: refusedTaskId });
    return settleDelivered.ahead(db, { owner, seq, state, reason, at }, (changedRows) => {
      if (changedRows > 0) onSettled(settlement);
    });
  }
  const updated = await db
    .updateTable('outbox')
    .set((row) => ({
      ...changesOf(settlement),
      // An entry that has become a repeat stays one, even if the caller does not know it yet.
      ...('repeat' in settlement && !settlement.repeat ? { repeat: row.ref('repeat') } : {}),
      leaseOwner: null,
    }))
    .where('seq', '=', seq)
    .where('leaseOwner', '=', owner)
    .returning(['seq', 'instanceId'])
    .executeTakeFirst();
  if (updated === undefined) return;
  onSettled(settlement);
  if (state === 'unconfirmed') await markUnproven(db, seq, settlement.unprovenIds);
  if (state === 'parked') await holdBehindParked(db, updated);
  if (state !== 'pending') await putReportHistory(db, updated, { event: state, at: settlement.at, reason });
}

/**
 * Closes a system task that the center refused to create. Its instance has none from now on: a step that runs at this
 * moment is computed again without it, and reports that are queued already name the task before it.
 */
async function noteRefusal(
  db: Transaction<Schema>,
  owner: string,
  {
    seq,
    at,
    reason,
    taskId,
  }: Pick<Extract<OutboxSettlement, { state: 'delivered' }>, 'seq' | 'at' | 'reason'> & { readonly taskId: string },
): Promise<void> {
  await lockInstanceOf(db, seq);
  const refused = await db
    .selectFrom('outbox')
    .select(['instanceId', 'report'])
    .where('seq', '=', seq)
    .where('leaseOwner', '=', owner)
    .executeTakeFirst();
  if (refused === undefined) return;
  const { instanceId } = refused;
  await db
    .updateTable('instances')
    .set((row) => ({
      refusedTaskId: taskId,
      revision: row('revision', '+', 1),
      // As by a step: the wake-up of a holder with the older revision is lost.
      wakeFreeAt: row.case().when('wakeOwner', 'is', null).then(row.ref('wakeFreeAt')).else(row.ref('wakeAt')).end(),
      wakeOwner: null,
    }))
    .where('instanceId', '=', instanceId)
    .execute();
  await db
    .updateTable('tasks')
    .set({ state: 'TERMINATED', closedAt: at, appliedAt: at })
    .where('taskId', '=', taskId)
    .execute();
  await putHistory(db, { instanceId, at, type: 'system-task.refused', data: { seq, taskId, reason } });
  const refusedReport = readObject<Report>(refused.report, { table: 'outbox', id: seq });
  const later = await db
    .selectFrom('outbox')
    .select(['seq', 'report'])
    .where('instanceId', '=', instanceId)
    .where('seq', '>', seq)
    .where('state', '=', 'pending')
    .orderBy('seq')
    .execute();
  for (const entry of later) {
    const report = readObject<Report>(entry.report, { table: 'outbox', id: entry.seq });
    const named = withoutSystemTask(report, refusedReport);
    if (named === report) continue;
    await db
      .updateTable('outbox')
      .set({ report: JSON.stringify(named) })
      .where('seq', '=', entry.seq)
      .execute();
  }
}

const settleDelivered = compileOnce<
  Pick<Extract<OutboxSettlement, { state: 'delivered' }>, 'seq' | 'state' | 'reason' | 'at'> & { owner: string },
  unknown
>((db, { owner, seq, state, reason, at }) =>
  db
    .updateTable('outbox')
    .set({ state, reason, freeAt: null, deliveredAt: at, leaseOwner: null })
    .where('seq', '=', seq)
    .where('leaseOwner', '=', owner),
);

/**
 * Releases an entry whose answer was interpreted as one to a first attempt, although a status answer has made it a repeat
 * in the meantime; it is sent again.
 * @returns whether it was released
 */
async function releaseIfRepeat(db: Transaction<Schema>, owner: string, settlement: OutboxSettlement): Promise<boolean> {
  if (!('judgedAsFirst' in settlement) || settlement.judgedAsFirst === undefined) return false;
  const { at, seq } = settlement;
  const released = await db
    .updateTable('outbox')
    .set({ dueAt: at, freeAt: at, leaseOwner: null })
    .where('seq', '=', seq)
    .where('leaseOwner', '=', owner)
    .where('repeat', '=', 1)
    .executeTakeFirstOrThrow();
  return released.numUpdatedRows === 1n;
}

function changesOf(settlement: OutboxSettlement): Updateable<OutboxRecord> {
  const { state, reason } = settlement;
  if (state === 'parked') {
    const refusedIds = JSON.stringify(settlement.refusedIds);
    return { state, reason, refusedIds, repeat: Number(settlement.repeat), freeAt: null };
  }
  if (state === 'pending') {
    const { dueAt, refusals } = settlement;
    const [repeat, alone] = [Number(settlement.repeat), Number(settlement.alone)];
    return { dueAt, freeAt: dueAt, reason, refusals, repeat, alone, refusedIds: JSON.stringify(settlement.refusedIds) };
  }
  return { state, reason, freeAt: null, deliveredAt: settlement.at };
}
