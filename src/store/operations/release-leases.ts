import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';

export async function releaseLeases(db: Kysely<Schema>, owner: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('jobs')
      .set((row) => ({ freeAt: row.ref('dueAt'), leaseOwner: null }))
      .where('leaseOwner', '=', owner)
      .execute();
    await transaction
      .updateTable('instances')
      .set((row) => ({ wakeFreeAt: row.ref('wakeAt'), wakeOwner: null }))
      .where('wakeOwner', '=', owner)
      .execute();
    // The outbox settles what it leased. What it could not settle may have been sent.
    await transaction
      .updateTable('outbox')
      .set((row) => ({ freeAt: row.ref('dueAt'), leaseOwner: null, repeat: 1 }))
      .where('leaseOwner', '=', owner)
      .execute();
  });
}
