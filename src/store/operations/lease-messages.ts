import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Lease, MessageRow } from '../port.ts';
import { parseMessage, readMessage, UNREADABLE_MESSAGE } from '../rows/message.ts';
import type { MessageRecord, Schema } from '../schema.ts';
import { putMessageHistory } from './put-message-history.ts';

export async function leaseMessages(db: Kysely<Schema>, { now, limit, leaseMs, owner }: Lease): Promise<MessageRow[]> {
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
    const rows: MessageRow[] = [];
    // What comes back has no order of its own.
    for (const record of records.toSorted((a, b) => a.dueAt - b.dueAt || a.seq - b.seq)) {
      rows.push(parseMessage(record) ?? (await parkUnreadable(transaction, record, now)));
    }
    return rows;
  });
}

/** It would be due for ever, and the others of its call with it. */
async function parkUnreadable(
  db: Transaction<Schema>,
  record: Selectable<MessageRecord>,
  now: number,
): Promise<MessageRow> {
  const parked = { state: 'parked', reason: UNREADABLE_MESSAGE, freeAt: null, leaseOwner: null } as const;
  await db.updateTable('messages').set(parked).where('seq', '=', record.seq).execute();
  await putMessageHistory(db, record, 'parked', now, { reason: UNREADABLE_MESSAGE });
  return readMessage({ ...record, ...parked });
}
