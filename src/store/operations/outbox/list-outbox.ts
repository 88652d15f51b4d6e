import type { Kysely } from 'kysely';
import type { OutboxRow, Store } from '../../port.ts';
import { readOutboxEntry } from '../../rows/outbox-entry.ts';
import type { Schema } from '../../schema.ts';
import { pageOf } from '../shared/page.ts';

export async function listOutbox(db: Kysely<Schema>, filter: Parameters<Store['listOutbox']>[0]): Promise<OutboxRow[]> {
  const { limit, offset } = pageOf(filter);
  let query = db.selectFrom('outbox').selectAll();
  if (filter.instanceId !== undefined) query = query.where('instanceId', '=', filter.instanceId);
  if (filter.state !== undefined) query = query.where('state', '=', filter.state);
  const records = await query.orderBy('seq').limit(limit).offset(offset).execute();
  return records.map(readOutboxEntry);
}
