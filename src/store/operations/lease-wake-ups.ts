import type { Kysely } from 'kysely';
import type { InstanceRow, Lease } from '../port.ts';
import { readInstance } from '../rows/instance.ts';
import type { Schema } from '../schema.ts';

export async function leaseWakeUps(db: Kysely<Schema>, lease: Lease): Promise<InstanceRow[]> {
  const { now, limit, leaseMs, owner } = lease;
  const records = await db
    .updateTable('instances')
    .set({ wakeOwner: owner, wakeFreeAt: now + leaseMs })
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
    .returningAll()
    .execute();
  return records
    .toSorted((a, b) => (a.wakeAt ?? 0) - (b.wakeAt ?? 0) || (a.instanceId < b.instanceId ? -1 : 1))
    .map(readInstance);
}
