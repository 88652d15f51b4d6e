import type { OutboxState } from '../../store/port.ts';

/** One report of an instance, and why it says what it says. */
export interface ExplainedReport {
  /** That of its entry in `outbox.list`. */
  readonly seq: number;
  /** The task it handles; `<instanceId>.start` for a start. */
  readonly previousTaskId: string;
  /** `next`, `none` or `end`. */
  readonly status: string;
  /** Tasks it creates. */
  readonly next: readonly string[];
  /** How far it is on its way to the center. */
  readonly state: OutboxState;
  /** One sentence that names the nodes and tasks that made it so. */
  readonly reason: string;
}
