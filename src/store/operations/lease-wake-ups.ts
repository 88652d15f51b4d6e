import type { Kysely } from 'kysely';
import type { Lease, WakeUp } from '../port.ts';
import type { Schema } from '../schema.ts';

export async function leaseWakeUps(db: Kysely<Schema>, lease: Lease): Promise<WakeUp[]> {
  const { now, limit, leaseMs, owner } = lease;
  const records = await db
    .updateTable('instances')
    .set((row) => ({ wakeOwner: owner, wakeFreeAt: now + leaseMs, wakeAttempts: row('wakeAttempts', '+', 1) }))
    .where('instanceId', 'in', (instances) =>
      instances
        .selectFrom('instances')
        .select('instanceId')
        .where('wakeFreeAt', '<=', now)
        .orderBy('wakeFreeAt')
        .orderBy('instanceId')
        .limit(limit),
    )
    // Asked again of the row itself: where two callers chose the same one, the second finds it taken.
    .where('wakeFreeAt', '<=', now)
    .returning(['instanceId', 'wakeAt', 'wakeAttempts as attempts'])
    .execute();
  return records
    .toSorted((a, b) => (a.wakeAt ?? 0) - (b.wakeAt ?? 0) || (a.instanceId < b.instanceId ? -1 : 1))
    .map(({ instanceId, attempts }) => ({ instanceId, attempts }));
}
