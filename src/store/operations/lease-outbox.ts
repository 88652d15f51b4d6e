import type { Kysely } from 'kysely';
import type { Lease, OutboxRow } from '../port.ts';
import { readOutboxEntry } from '../rows/outbox-entry.ts';
import type { Schema } from '../schema.ts';
import { isOutboxHead } from './is-outbox-head.ts';

export async function leaseOutbox(db: Kysely<Schema>, { now, limit, leaseMs, owner }: Lease): Promise<OutboxRow[]> {
  // In a transaction, so that a row that cannot be read leaves no lease behind.
  return await db.transaction().execute(async (transaction) => {
    const records = await transaction
      .with('due', (due) =>
        due
          .selectFrom('outbox')
          .select('outbox.seq')
          .where('outbox.freeAt', '<=', now)
          .where(isOutboxHead)
          .orderBy('outbox.freeAt')
          .orderBy('outbox.seq')
          .limit(limit)
          .forUpdate()
          .skipLocked(),
      )
      .updateTable('outbox')
      .set((row) => ({
        leaseOwner: owner,
        freeAt: now + leaseMs,
        attempts: row('attempts', '+', 1),
        // Who settles an entry or gives it back takes their name off it. A name that is still there is of a holder who
        // died, or stood still past the lease, perhaps after sending.
        repeat: row.case().when('leaseOwner', 'is', null).then(row.ref('repeat')).else(1).end(),
      }))
      .where('seq', 'in', (row) => row.selectFrom('due').select('due.seq'))
      .returningAll()
      .execute();
    return records.map(readOutboxEntry).toSorted((a, b) => a.seq - b.seq);
  });
}
