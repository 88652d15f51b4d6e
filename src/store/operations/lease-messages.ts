import type { Kysely } from 'kysely';
import type { Lease, MessageRow } from '../port.ts';
import { readMessage } from '../rows/message.ts';
import type { Schema } from '../schema.ts';

export async function leaseMessages(db: Kysely<Schema>, { now, limit, leaseMs, owner }: Lease): Promise<MessageRow[]> {
  // In a transaction, so that a row that cannot be read leaves no lease behind.
  return await db.transaction().execute(async (transaction) => {
    const records = await transaction
      .updateTable('messages')
      .set((row) => ({ leaseOwner: owner, freeAt: now + leaseMs, attempts: row('attempts', '+', 1) }))
      .where('seq', 'in', (messages) =>
        messages
          .selectFrom('messages')
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
    // What comes back has no order of its own.
    return records.toSorted((a, b) => a.dueAt - b.dueAt || a.seq - b.seq).map(readMessage);
  });
}
