import type { Generated } from 'kysely';

/** The database was restored from a backup, and the center may know more than it does. */
export interface Restore {
  /** Part of the ids of all tasks and messages since then: no earlier id contains it. */
  readonly mark: string;
  /** When a bridge was told of it, in epoch milliseconds. */
  readonly at: number;
}

export interface RestoreRecord extends Restore {
  readonly seq: Generated<number>;
}
