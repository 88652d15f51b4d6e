export interface Lease {
  readonly now: number;
  /** Of more that are due, those are taken that have been free the longest. */
  readonly limit: number;
  /** Longer than the work may take; a dead holder's rows come free after it. */
  readonly leaseMs: number;
  /** Names the holder, unique per bridge. */
  readonly owner: string;
}

/** What waits for its time. */
export type DueKind = 'job' | 'wake-up' | 'timer-start' | 'outbox' | 'message';
