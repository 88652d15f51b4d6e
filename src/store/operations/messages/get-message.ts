import type { Kysely } from 'kysely';
import type { MessageRow } from '../../port.ts';
import { readMessage } from '../../rows/message.ts';
import type { Schema } from '../../schema.ts';

export async function getMessage(db: Kysely<Schema>, sendId: string): Promise<MessageRow | undefined> {
  const record = await db.selectFrom('messages').selectAll().where('sendId', '=', sendId).executeTakeFirst();
  return record && readMessage(record);
}
