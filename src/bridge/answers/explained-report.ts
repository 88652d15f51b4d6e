import type { OutboxState } from '../../store/port.ts';

/** A report of an instance, with an explanation. */
export interface ExplainedReport {
  /** The `seq` of its entry in `outbox.list`. */
  readonly seq: number;
  /** The task it handles; `<instanceId>.start` for a start. */
  readonly previousTaskId: string;
  /** `next`, `none` or `end`. */
  readonly status: string;
  /** Tasks it creates. */
  readonly next: readonly string[];
  /** The state of its delivery to the center. */
  readonly state: OutboxState;
  /** One sentence that says why, with the names of the nodes and tasks. */
  readonly reason: string;
}
