import type { Kysely, SelectQueryBuilder } from 'kysely';
import type { MessageFilter, MessageRow, Store } from '../../port.ts';
import { readMessage } from '../../rows/message.ts';
import type { Schema } from '../../schema.ts';
import { countRows } from '../shared/count-rows.ts';
import { deliveryConditions } from '../shared/delivery-conditions.ts';
import { limitOf } from '../shared/page.ts';

export async function getMessage(db: Kysely<Schema>, sendId: string): Promise<MessageRow | undefined> {
  const record = await db.selectFrom('messages').selectAll().where('sendId', '=', sendId).executeTakeFirst();
  return record && readMessage(record);
}

export async function listMessages(
  db: Kysely<Schema>,
  filter: Parameters<Store['listMessages']>[0],
): Promise<MessageRow[]> {
  let query = selectMessages(db, filter).selectAll('messages');
  const { after } = filter;
  if (after !== undefined) {
    query = query.where('seq', '>', (row) =>
      row.selectFrom('messages as last').select('last.seq').where('last.sendId', '=', after),
    );
  }
  const records = await query.orderBy('seq').limit(limitOf(filter)).execute();
  return records.map(readMessage);
}

export async function countMessages(db: Kysely<Schema>, filter: MessageFilter): Promise<number> {
  return countRows(selectMessages(db, filter));
}

function selectMessages(db: Kysely<Schema>, filter: MessageFilter) {
  const query: SelectQueryBuilder<Schema, 'messages', object> = db.selectFrom('messages');
  return deliveryConditions(filter).reduce((narrowed, condition) => narrowed.where(condition), query);
}
