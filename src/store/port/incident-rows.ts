/**
 * Something that a process could not follow. Of a subject and code only one stands open: it counts the others, and says
 * the latest reason. It is kept by whoever failed, in the commit that lets others try, so that what went through in the
 * meantime leaves none open.
 */
export interface IncidentRow {
  /** Names it. */
  readonly incidentId: string;
  /** Null for the start of an instance by a timer. */
  readonly instanceId: string | null;
  /** What failed: the trigger's kind; `instance`: nothing can move it any more. */
  readonly kind: 'start' | 'press' | 'job' | 'wake' | 'instance';
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

/**
 * What came of an operator's wish to have it tried again. `press`: only a person can press again; `stuck`: the instance
 * can only be ended.
 */
export type IncidentRetry =
  | { readonly kind: 'retried' | 'resolved' | 'press' | 'stuck'; readonly incident: IncidentRow }
  | { readonly kind: 'unknown' };
