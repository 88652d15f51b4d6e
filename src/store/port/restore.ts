import type { ByOperator } from './history-rows.ts';

/** The database was restored from a backup, and the center may know more than it does. */
export interface Restore {
  /** Part of the ids of all tasks and messages since then: no earlier id contains it. */
  readonly mark: string;
  /** When a bridge was told of it, in epoch milliseconds. */
  readonly at: number;
}

export interface RestoreStore {
  /**
   * Stores that the database was restored, and an entry without an instance in the history. Once it resolves, every bridge
   * that is opened uses the mark.
   */
  putRestore(restore: Restore, operator?: ByOperator): Promise<void>;
  /** Undefined: it was never restored. */
  latestRestore(): Promise<Restore | undefined>;
}
