import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Lease, MessageRow } from '../../port.ts';
import { parseMessage, readMessage, UNREADABLE_MESSAGE } from '../../rows/message.ts';
import type { MessageRecord, Schema } from '../../schema.ts';
import { putMessageHistory } from '../history/put-message-history.ts';
import { leaseDue } from '../shared/lease-due.ts';

export async function leaseMessages(db: Kysely<Schema>, lease: Lease): Promise<MessageRow[]> {
  return await db.transaction().execute(async (transaction) => {
    const records = await leaseDue(transaction, 'messages', 'seq', lease);
    const rows: MessageRow[] = [];
    for (const record of records.toSorted((a, b) => a.dueAt - b.dueAt || a.seq - b.seq)) {
      rows.push(parseMessage(record) ?? (await parkUnreadable(transaction, record, lease.now)));
    }
    return rows;
  });
}

/** Otherwise every lease that includes the message would fail. */
async function parkUnreadable(
  db: Transaction<Schema>,
  record: Selectable<MessageRecord>,
  now: number,
): Promise<MessageRow> {
  const parked = { state: 'parked', reason: UNREADABLE_MESSAGE, freeAt: null, leaseOwner: null } as const;
  await db.updateTable('messages').set(parked).where('seq', '=', record.seq).execute();
  await putMessageHistory(db, record, { event: 'parked', at: now, reason: UNREADABLE_MESSAGE });
  return readMessage({ ...record, ...parked });
}
