import type { Kysely, Transaction, Updateable } from 'kysely';
import type { OutboxSettlement } from '../../port.ts';
import type { OutboxRecord, Schema } from '../../schema.ts';
import { putReportHistory } from '../history/put-report-history.ts';
import { compileOnce } from '../shared/compiled-statements.ts';
import { holdBehindParked } from './waiting-entries.ts';

/** Runs a transaction whose commit does not wait for the disk, where it is harmless to lose. */
export type LosableTransaction = <Result>(
  db: Kysely<Schema>,
  work: (transaction: Transaction<Schema>) => Promise<Result>,
) => Promise<Result>;

/**
 * Stores what became of the reports of one call.
 * @param runLosable used if all were delivered. Losing that is harmless, as if the bridge had died just before it: the rows are
 * still leased when the database is back; when the lease expires, they are sent again as repeats, and the center answers
 * that it has them. All that is committed later and waited for, such as the next step, makes this durable too. A lease must
 * not be lost: an entry whose lease is gone looks as if it had never been sent, and a job could be held by two.
 */
export async function settleOutbox(
  db: Kysely<Schema>,
  owner: string,
  settlements: readonly OutboxSettlement[],
  runLosable?: LosableTransaction,
): Promise<number[]> {
  const runDurable: LosableTransaction = (database, work) => database.transaction().execute(work);
  const isLosable = settlements.every(({ state }) => state === 'delivered');
  const run = (isLosable ? runLosable : undefined) ?? runDurable;
  return await run(db, async (transaction) => {
    const settled: number[] = [];
    // Rows are locked in the order of their keys, to avoid deadlocks.
    for (const settlement of settlements.toSorted((one, other) => one.seq - other.seq)) {
      if (await releaseIfRepeat(transaction, owner, settlement)) continue;
      if (settlement.state === 'delivered') {
        const { seq, state, reason, at } = settlement;
        await settleDelivered.ahead(transaction, { owner, seq, state, reason, at }, (changedRows) => {
          if (changedRows > 0) settled.push(seq);
        });
        continue;
      }
      const updated = await transaction
        .updateTable('outbox')
        .set((row) => ({
          ...changesOf(settlement),
          // An entry that has become a repeat stays one, even if the caller does not know it yet.
          ...('repeat' in settlement && !settlement.repeat ? { repeat: row.ref('repeat') } : {}),
          leaseOwner: null,
        }))
        .where('seq', '=', settlement.seq)
        .where('leaseOwner', '=', owner)
        .returning(['seq', 'instanceId'])
        .executeTakeFirst();
      if (updated === undefined) continue;
      settled.push(settlement.seq);
      const { state, reason } = settlement;
      if (state === 'parked') await holdBehindParked(transaction, updated);
      if (state === 'parked' || state === 'unconfirmed')
        await putReportHistory(transaction, updated, { happening: state, at: settlement.at, reason });
    }
    return settled;
  });
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
    return {
      dueAt,
      freeAt: dueAt,
      reason,
      refusals,
      repeat: Number(settlement.repeat),
      alone: Number(settlement.alone),
      refusedIds: JSON.stringify(settlement.refusedIds),
    };
  }
  return { state, reason, freeAt: null, deliveredAt: settlement.at };
}
