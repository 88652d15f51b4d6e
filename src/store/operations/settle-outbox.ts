import type { Kysely, Updateable } from 'kysely';
import type { OutboxSettlement } from '../port.ts';
import type { OutboxRecord, Schema } from '../schema.ts';

export async function settleOutbox(
  db: Kysely<Schema>,
  owner: string,
  settlements: readonly OutboxSettlement[],
): Promise<number[]> {
  return await db.transaction().execute(async (transaction) => {
    const settled: number[] = [];
    for (const settlement of settlements) {
      const updated = await transaction
        .updateTable('outbox')
        .set((row) => ({
          ...changesOf(settlement),
          // What has become a repeat stays one, also where whoever settles it has not seen that.
          ...(settlement.state === 'pending' && !settlement.repeat ? { repeat: row.ref('repeat') } : {}),
          leaseOwner: null,
        }))
        .where('seq', '=', settlement.seq)
        .where('leaseOwner', '=', owner)
        .executeTakeFirstOrThrow();
      if (updated.numUpdatedRows === 1n) settled.push(settlement.seq);
    }
    return settled;
  });
}

function changesOf(settlement: OutboxSettlement): Updateable<OutboxRecord> {
  const { state, reason } = settlement;
  if (state === 'parked') return { state, reason, freeAt: null };
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
