/** Something that a process could not follow, however often. */
export interface IncidentRow {
  /** Names it. */
  readonly incidentId: string;
  /** Null for the start of an instance by a timer. */
  readonly instanceId: string | null;
  /** What failed: the trigger's kind. */
  readonly kind: 'start' | 'press' | 'job' | 'wake';
  /** The task, job or instance it failed at, or the start event: `<process>.<node>`. */
  readonly subject: string;
  /** Code of the error, of the latest time. */
  readonly code: string;
  /** Of the latest time. */
  readonly reason: string;
  /** When it happened first. */
  readonly at: number;
  /** When it happened last; epoch milliseconds. */
  readonly latestAt: number;
  /** How often it happened since. */
  readonly count: number;
  /** When its cause was gone; null: it stands. Epoch milliseconds. */
  readonly resolvedAt: number | null;
}

/** What came of an operator's wish to have it tried again; `press`: only a person can press again. */
export type IncidentRetry =
  | { readonly kind: 'retried' | 'resolved' | 'press'; readonly incident: IncidentRow }
  | { readonly kind: 'unknown' };
