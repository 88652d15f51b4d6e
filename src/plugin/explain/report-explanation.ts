import type { Report } from '../../protocol/report.ts';

/** Why a report of an instance was next, none or end. */
export interface ReportExplanation {
  /** The task it handles; `<instanceId>.start` for a start. */
  readonly previousTaskId: string;
  /** `next`, `none` or `end`. */
  readonly status: string;
  /** Tasks it creates. */
  readonly next: readonly string[];
  /** One sentence that says why, with the names of the nodes and tasks. */
  readonly reason: string;
}

export function explanationOf({ item, reason }: Report): ReportExplanation {
  const { previousTaskId, status, next = [] } = item;
  return { previousTaskId, status, next: next.map(({ taskId }) => taskId ?? ''), reason };
}
