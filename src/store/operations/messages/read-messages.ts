import type { Kysely } from 'kysely';
import type { MessageRow, Store } from '../../port.ts';
import { readMessage } from '../../rows/message.ts';
import type { Schema } from '../../schema.ts';
import { pageOf } from '../shared/page.ts';

export async function getMessage(db: Kysely<Schema>, sendId: string): Promise<MessageRow | undefined> {
  const record = await db.selectFrom('messages').selectAll().where('sendId', '=', sendId).executeTakeFirst();
  return record && readMessage(record);
}

export async function listMessages(
  db: Kysely<Schema>,
  filter: Parameters<Store['listMessages']>[0],
): Promise<MessageRow[]> {
  const { limit, offset } = pageOf(filter);
  let query = db.selectFrom('messages').selectAll();
  if (filter.instanceId !== undefined) query = query.where('instanceId', '=', filter.instanceId);
  if (filter.state !== undefined) query = query.where('state', '=', filter.state);
  const records = await query.orderBy('seq').limit(limit).offset(offset).execute();
  return records.map(readMessage);
}
