import type { Kysely } from 'kysely';
import type { MessageRow } from '../port.ts';
import { readMessage, writeMessage } from '../rows/message.ts';
import type { Schema } from '../schema.ts';

export async function putMessage(db: Kysely<Schema>, message: MessageRow): Promise<MessageRow> {
  return await db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('messages')
      .values(writeMessage(message))
      .onConflict((conflict) => conflict.column('sendId').doNothing())
      .execute();
    const standing = await transaction
      .selectFrom('messages')
      .selectAll()
      .where('sendId', '=', message.sendId)
      .executeTakeFirstOrThrow();
    return readMessage(standing);
  });
}
