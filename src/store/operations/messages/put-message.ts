import type { Kysely } from 'kysely';
import type { MessageRow } from '../../port.ts';
import { readMessage, writeMessage } from '../../rows/message.ts';
import type { Schema } from '../../schema.ts';
import { putQueuedMessages } from '../history/put-message-history.ts';

export async function putMessage(db: Kysely<Schema>, message: MessageRow): Promise<MessageRow> {
  return await db.transaction().execute(async (transaction) => {
    const inserted = await transaction
      .insertInto('messages')
      .values(writeMessage(message))
      .onConflict((conflict) => conflict.column('sendId').doNothing())
      .executeTakeFirstOrThrow();
    if (inserted.numInsertedOrUpdatedRows === 1n) await putQueuedMessages(transaction, [message]);
    const standing = await transaction
      .selectFrom('messages')
      .selectAll()
      .where('sendId', '=', message.sendId)
      .executeTakeFirstOrThrow();
    return readMessage(standing);
  });
}
