import type { Generated, Selectable } from 'kysely';
import { type AsText, readObject } from './columns.ts';

/** What somebody does beside the process, and who. */
export interface ByOperator {
  /** The name of the person or program, for the history; absent: nobody was named. */
  readonly by?: string;
}

/** Which entries the history gives; default: all. */
export interface HistoryFilter {
  /** The instance; null: those that belong to none, such as `store.migrated`. */
  readonly instanceId?: string | null;
  /** Type of the entry, such as `task.created`. */
  readonly type?: string;
  /** Who did it. */
  readonly by?: string;
  /** Only those of this time or later, in epoch milliseconds. */
  readonly from?: number;
  /** Only those before this time, in epoch milliseconds. */
  readonly before?: number;
}

/** An entry of the history. */
export interface HistoryRow {
  /** Increases in the order of commits. */
  readonly seq: number;
  /** null: it belongs to no instance, such as a message of the host. */
  readonly instanceId: string | null;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Type of the entry, such as `task.created`. */
  readonly type: string;
  /** Details; the fields depend on the type. */
  readonly data: Readonly<Record<string, unknown>>;
}

export interface HistoryRecord extends Omit<AsText<HistoryRow, 'data'>, 'seq'> {
  readonly seq: Generated<number>;
}

export function readHistoryEntry(record: Selectable<HistoryRecord>): HistoryRow {
  return { ...record, data: readObject(record.data, { table: 'history', id: record.seq }) };
}
