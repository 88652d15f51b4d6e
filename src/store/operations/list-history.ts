import type { Kysely } from 'kysely';
import type { HistoryRow, Store } from '../port.ts';
import { readHistoryEntry } from '../rows/history-entry.ts';
import type { Schema } from '../schema.ts';
import { pageOf } from './page.ts';

export async function listHistory(
  db: Kysely<Schema>,
  filter: Parameters<Store['listHistory']>[0],
): Promise<HistoryRow[]> {
  let query = db.selectFrom('history').selectAll();
  if (filter.after !== undefined) query = query.where('seq', '>', filter.after);
  if (filter.instanceId !== undefined) query = query.where('instanceId', '=', filter.instanceId);
  const records = await query.orderBy('seq').limit(pageOf(filter).limit).execute();
  return records.map(readHistoryEntry);
}
