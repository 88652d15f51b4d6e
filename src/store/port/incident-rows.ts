export interface IncidentRow {
  readonly incidentId: string;
  /** Null for the start of an instance by a timer. */
  readonly instanceId: string | null;
  /** What failed: the trigger's kind. */
  readonly kind: 'start' | 'press' | 'job' | 'wake';
  /** The task, job or instance it failed at, or the start event: `<process>.<node>`. */
  readonly subject: string;
  readonly code: string;
  /** Of the latest time. */
  readonly reason: string;
  /** When it happened first. */
  readonly at: number;
  readonly latestAt: number;
  /** How often it happened since. */
  readonly count: number;
  readonly resolvedAt: number | null;
}
