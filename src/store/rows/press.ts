import type { Verdict } from '../../protocol/verdict.ts';
import { type AsText, readObject } from './columns.ts';

export interface PressKey {
  readonly uuid: string;
  readonly taskId: string;
  readonly actionKey: string;
}

export interface PressRow extends PressKey {
  /** Hash of the parameters: a repeat must be the same press. */
  readonly fingerprint: string;
  readonly verdict: Verdict;
  readonly at: number;
}

export type PressRecord = AsText<PressRow, 'verdict'>;

export function readPress(record: PressRecord): PressRow {
  const id = `${record.uuid} ${record.taskId} ${record.actionKey}`;
  return { ...record, verdict: readObject(record.verdict, { table: 'presses', id }) };
}

export function writePress(row: PressRow): PressRecord {
  return { ...row, verdict: JSON.stringify(row.verdict) };
}
