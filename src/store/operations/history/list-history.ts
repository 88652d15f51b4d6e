import type { Kysely } from 'kysely';
import type { HistoryRow, Store } from '../../port.ts';
import { readHistoryEntry } from '../../rows/history-entry.ts';
import type { Schema } from '../../schema.ts';
import { contains } from '../shared/contains.ts';
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
  const { instanceId, type, by, from, before } = filter;
  if (instanceId === null) query = query.where('instanceId', 'is', null);
  else if (instanceId !== undefined) query = query.where('instanceId', '=', instanceId);
  if (type !== undefined) query = query.where('type', '=', type);
  if (from !== undefined) query = query.where('at', '>=', from);
  if (before !== undefined) query = query.where('at', '<', before);
  // As JSON.stringify writes it; within a text, its quotation marks would be escaped.
  if (by !== undefined) query = query.where(contains('data', `"by":${JSON.stringify(by)}`));
  const records = await query.orderBy('seq').limit(limitOf(filter)).execute();
  return records.map(readHistoryEntry);
}
