import type { Kysely } from 'kysely';
import type { HistoryRow, Store } from '../../port.ts';
import { readHistoryEntry } from '../../rows/history-entry.ts';
import type { Schema } from '../../schema.ts';
import { limitOf } from '../shared/page.ts';

/** @param settledTo highest `seq` below which no entry can be committed any more; default: no limit */
export async function listHistory(
  db: Kysely<Schema>,
  filter: Parameters<Store['listHistory']>[0],
  settledTo?: number,
): Promise<HistoryRow[]> {
  let query = db.selectFrom('history').selectAll();
  if (settledTo !== undefined) query = query.where('seq', '<=', settledTo);
  if (filter.after !== undefined) query = query.where('seq', '>', filter.after);
  if (filter.instanceId !== undefined) query = query.where('instanceId', '=', filter.instanceId);
  const records = await query.orderBy('seq').limit(limitOf(filter)).execute();
  return records.map(readHistoryEntry);
}
