import type { PressRow } from '../port.ts';
import type { PressRecord } from '../schema.ts';
import { readObject } from './read-json.ts';

export function readPress(record: PressRecord): PressRow {
  const id = `${record.uuid} ${record.taskId} ${record.actionKey}`;
  return { ...record, verdict: readObject(record.verdict, { table: 'presses', id }) };
}

export function writePress(row: PressRow): PressRecord {
  return { ...row, verdict: JSON.stringify(row.verdict) };
}
