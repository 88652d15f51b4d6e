import type { ReportExplanation } from '../../plugin/explain/report-explanation.ts';
import type { OutboxState } from '../../store/store.ts';

/** A report of an instance, with an explanation. */
export interface ExplainedReport extends ReportExplanation {
  /** The `seq` of its entry in `outbox.list`. */
  readonly seq: number;
  /** The state of its delivery to the center. */
  readonly state: OutboxState;
}
