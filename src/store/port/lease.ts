export interface Lease {
  readonly now: number;
  /** Maximum number of rows; those that have been due the longest are taken first. */
  readonly limit: number;
  /** Must be longer than the work takes; the rows of a dead holder are released after it. */
  readonly leaseMs: number;
  /** Id of the holder; unique per bridge. */
  readonly owner: string;
}

/** Kinds of work with a due time. */
export type DueKind = 'job' | 'wake-up' | 'timer-start' | 'outbox' | 'message';
