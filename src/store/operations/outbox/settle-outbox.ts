import type { Kysely, Transaction, Updateable } from 'kysely';
import type { OutboxSettlement } from '../../port.ts';
import type { OutboxRecord, Schema } from '../../schema.ts';
import { putReportHistory } from '../history/put-report-history.ts';

export async function settleOutbox(
  db: Kysely<Schema>,
  owner: string,
  settlements: readonly OutboxSettlement[],
): Promise<number[]> {
  return await db.transaction().execute(async (transaction) => {
    const settled: number[] = [];
    // In the order in which everybody takes these rows.
    for (const settlement of settlements.toSorted((one, other) => one.seq - other.seq)) {
      if (await isJudgedAnew(transaction, owner, settlement)) continue;
      const updated = await transaction
        .updateTable('outbox')
        .set((row) => ({
          ...changesOf(settlement),
          // What has become a repeat stays one, also where whoever settles it has not seen that.
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
      if (state === 'parked' || state === 'unconfirmed')
        await putReportHistory(transaction, updated, { happening: state, at: settlement.at, reason });
    }
    return settled;
  });
}

/** Gives an entry back that was judged by what is an echo, now that a status answer has told the center of it. */
async function isJudgedAnew(db: Transaction<Schema>, owner: string, settlement: OutboxSettlement): Promise<boolean> {
  if (!('judgedAsFirst' in settlement) || settlement.judgedAsFirst === undefined) return false;
  const { at, seq } = settlement;
  const given = await db
    .updateTable('outbox')
    .set({ dueAt: at, freeAt: at, leaseOwner: null })
    .where('seq', '=', seq)
    .where('leaseOwner', '=', owner)
    .where('repeat', '=', 1)
    .executeTakeFirstOrThrow();
  return given.numUpdatedRows === 1n;
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
