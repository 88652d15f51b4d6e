import { type HistoryFilter, type HistoryRow, readHistoryEntry } from './rows/history.ts';
import { adapterOf, type Database } from './statements/database.ts';
import { asked, contains, limitOf, type Page } from './statements/lists.ts';

/**
 * The durable feed, in the order of commits, after a sequence number. Numbers are never reused; numbers of entries that
 * `deleteExpired` has deleted are missing. A reader can continue after the last number that it stored: no entry with
 * a lower number is committed later. Events that were lost in a crash are in the feed.
 */
export async function listHistory(
  db: Database,
  filter: HistoryFilter & { after?: number } & Page,
): Promise<HistoryRow[]> {
  const { instanceId, type, by, from, before, after } = filter;
  const settledTo = await adapterOf(db).settledHistory(db);
  const records = await db
    .selectFrom('history')
    .selectAll()
    .where((row) =>
      row.and(
        asked([
          settledTo !== undefined && row('seq', '<=', settledTo),
          after !== undefined && row('seq', '>', after),
          instanceId !== undefined && row('instanceId', instanceId === null ? 'is' : '=', instanceId),
          type !== undefined && row('type', '=', type),
          from !== undefined && row('at', '>=', from),
          before !== undefined && row('at', '<', before),
          // As JSON.stringify writes it; within a text, its quotation marks would be escaped.
          by !== undefined && contains('data', `"by":${JSON.stringify(by)}`),
        ]),
      ),
    )
    .orderBy('seq')
    .limit(limitOf(filter))
    .execute();
  return records.map(readHistoryEntry);
}
