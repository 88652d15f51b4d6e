import type { Kysely } from 'kysely';
import type { OutboxRow, Store } from '../../port.ts';
import { readOutboxEntry } from '../../rows/outbox-entry.ts';
import type { Schema } from '../../schema.ts';
import { pageOf } from '../shared/page.ts';

export async function getOutboxEntry(db: Kysely<Schema>, seq: number): Promise<OutboxRow | undefined> {
  const record = await db.selectFrom('outbox').selectAll().where('seq', '=', seq).executeTakeFirst();
  return record && readOutboxEntry(record);
}

export async function listOutbox(db: Kysely<Schema>, filter: Parameters<Store['listOutbox']>[0]): Promise<OutboxRow[]> {
  const { limit, offset } = pageOf(filter);
  let query = db.selectFrom('outbox').selectAll();
  if (filter.instanceId !== undefined) query = query.where('instanceId', '=', filter.instanceId);
  if (filter.state !== undefined) query = query.where('state', '=', filter.state);
  if (filter.after !== undefined) query = query.where('seq', '>', filter.after);
  const records = await query.orderBy('seq').limit(limit).offset(offset).execute();
  return records.map(readOutboxEntry);
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
