import type { Selectable } from 'kysely';
import type { HistoryRow } from '../port.ts';
import type { HistoryRecord } from '../schema.ts';
import { readObject } from './read-json.ts';

export function readHistoryEntry(record: Selectable<HistoryRecord>): HistoryRow {
  return { ...record, data: readObject(record.data, { table: 'history', id: record.seq }) };
}
