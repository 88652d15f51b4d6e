/**
 * Kinds of rows that expire.
 * `rows-of-ended`: all rows of ended instances except tasks: jobs, subscriptions, reports, presses, messages, resolved
 * incidents and history. `ended`: the instances whose rows were deleted, their tasks, and rows that were added later.
 * `without-instance`: settled messages of the host, their history, and resolved incidents of timer starts.
 * `definitions`: superseded definitions without instances.
 */
export type ExpiringKind = 'rows-of-ended' | 'ended' | 'without-instance' | 'definitions';

/** The position of a sweep over instances, which are ordered by their end. */
export interface SweepPlace {
  readonly endedAt: number;
  readonly instanceId: string;
}

export interface Expiry {
  readonly kind: ExpiringKind;
  /** Rows that ended before this time are deleted; epoch milliseconds. */
  readonly before: number;
  /** Approximate maximum number of rows that one call deletes in its transaction. */
  readonly limit: number;
  /** `next` of the previous call; absent in the first call of a sweep. */
  readonly from?: SweepPlace;
}

export interface Swept {
  /** Number of deleted rows, without cascaded ones. */
  readonly deleted: number;
  /** `from` of the next call; null: the sweep is complete. */
  readonly next: SweepPlace | null;
}
