import type { Kysely } from 'kysely';
import type { Lease, TimerStartRow } from '../port.ts';
import type { Schema } from '../schema.ts';

export async function leaseTimerStarts(db: Kysely<Schema>, lease: Lease): Promise<TimerStartRow[]> {
  const { now, limit, leaseMs, owner } = lease;
  const records = await db
    .updateTable('timerStarts')
    .set((row) => ({ leaseOwner: owner, freeAt: now + leaseMs, attempts: row('attempts', '+', 1) }))
    .where('seq', 'in', (starts) =>
      starts
        .selectFrom('timerStarts')
        .select('seq')
        .where('freeAt', '<=', now)
        .orderBy('freeAt')
        .orderBy('seq')
        .limit(limit),
    )
    // Asked again of the row itself: where two callers chose the same one, the second finds it taken.
    .where('freeAt', '<=', now)
    .returningAll()
    .execute();
  return records
    .map(({ freeAt: _free, leaseOwner: _owner, ...row }) => row)
    .toSorted((one, other) => (one.dueAt ?? 0) - (other.dueAt ?? 0) || one.seq - other.seq);
}
