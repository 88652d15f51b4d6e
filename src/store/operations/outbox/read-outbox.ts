import type { Kysely, SelectQueryBuilder } from 'kysely';
import type { OutboxFilter, OutboxRow, Store } from '../../port.ts';
import { readOutboxEntry } from '../../rows/outbox-entry.ts';
import type { Schema } from '../../schema.ts';
import { countRows } from '../shared/count-rows.ts';
import { deliveryConditions } from '../shared/delivery-conditions.ts';
import { limitOf } from '../shared/page.ts';

export async function getOutboxEntry(db: Kysely<Schema>, seq: number): Promise<OutboxRow | undefined> {
  const record = await db.selectFrom('outbox').selectAll().where('seq', '=', seq).executeTakeFirst();
  return record && readOutboxEntry(record);
}

export async function listOutbox(db: Kysely<Schema>, filter: Parameters<Store['listOutbox']>[0]): Promise<OutboxRow[]> {
  let query = selectOutbox(db, filter).selectAll('outbox');
  if (filter.after !== undefined) query = query.where('seq', '>', filter.after);
  const records = await query.orderBy('seq').limit(limitOf(filter)).execute();
  return records.map(readOutboxEntry);
}

export async function countOutbox(db: Kysely<Schema>, filter: OutboxFilter): Promise<number> {
  return countRows(selectOutbox(db, filter));
}

function selectOutbox(db: Kysely<Schema>, filter: OutboxFilter) {
  const query: SelectQueryBuilder<Schema, 'outbox', object> = db.selectFrom('outbox');
  return deliveryConditions(filter).reduce((narrowed, condition) => narrowed.where(condition), query);
}

export async function isOutboxOver(db: Kysely<Schema>, most: number): Promise<boolean> {
  const oneMore = await db
    .selectFrom('outbox')
    .select('seq')
    .where('state', 'in', ['pending', 'parked'])
    .offset(most)
    .limit(1)
    .executeTakeFirst();
  return oneMore !== undefined;
}
