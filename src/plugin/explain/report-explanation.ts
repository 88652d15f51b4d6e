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
  /** Nobody handled the task: an event, an end or others took it away. */
  readonly isUnhandled?: boolean | undefined;
}

export function explanationOf({ item, reason, isUnhandled }: Report): ReportExplanation {
  const { previousTaskId, status, next = [] } = item;
  const explanation = { previousTaskId, status, next: next.map(({ taskId }) => taskId ?? ''), reason };
  return isUnhandled === undefined ? explanation : { ...explanation, isUnhandled };
}
