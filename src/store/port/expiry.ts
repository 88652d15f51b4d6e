/**
 * What is kept only for a time once it is over.
 * `rows-of-ended`: what belongs to instances that ended, but for their tasks: jobs, subscriptions, reports, presses,
 * messages, resolved incidents and history. `ended`: tasks and instances whose rows are gone, and what came to them
 * since. `of-no-instance`: messages of the host that are settled, the history of such, and resolved incidents of timer
 * starts. `definitions`: those that were superseded and that no instance runs or ran.
 */
export type ExpiringKind = 'rows-of-ended' | 'ended' | 'of-no-instance' | 'definitions';

/** How far a sweep of instances came, in order of their ends. */
export interface SweepPlace {
  readonly endedAt: number;
  readonly instanceId: string;
}

export interface Expiry {
  readonly kind: ExpiringKind;
  /** What was over by then is deleted; epoch milliseconds. */
  readonly before: number;
  /** Rows that one call deletes, about: so long its transaction takes. */
  readonly limit: number;
  /** `next` of the call before; the first call of a sweep has none. */
  readonly from?: SweepPlace;
}

export interface Swept {
  /** Rows that are gone, but for those that go with others. */
  readonly deleted: number;
  /** Where the next call goes on; null: this was all. */
  readonly next: SweepPlace | null;
}
