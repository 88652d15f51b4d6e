import type { TaskHandlingItem } from './task-handling.ts';

/**
 * Why a report names its previous task; it decides which answers of the center are expected.
 * - `bootstrap`: the previous id is `<instanceId>.start`, which the center does not know
 * - `handled`: the previous task was handled by this step, or in an earlier one that held the report; first report about it
 * - `continuation`: the previous task was reported before
 * - `start-continuation`: the previous id is the start id again, because no task was handled yet
 * - `system`: the previous task is a system task, which the center may have refused to create; or, in place of one that it
 *   refused, a task that was removed
 * - `gone`: the previous task was removed without being handled; the center may already know it
 */
export type ReportKind = 'bootstrap' | 'handled' | 'continuation' | 'start-continuation' | 'system' | 'gone';

/** One task handling item for the center, and what the outbox must know about it. */
export interface Report {
  /** Which answers of the center are expected. */
  readonly kind: ReportKind;
  /** The item to send. */
  readonly item: TaskHandlingItem;
  /** Explanation of the report in one sentence, with nodes and tasks. */
  readonly reason: string;
  /** Groups of the previous task, if nobody handled it and `handler` is a member or the system handler. */
  readonly standsInFor?: readonly string[];
  /** Id of the system task that it creates. If the center refuses only this one, the report counts as delivered. */
  readonly createsSystemTask?: string;
  /** Nobody handled the previous task: an event, an end or others took it away. */
  readonly isUnhandled?: true;
}

/**
 * A later report of an instance whose system task the center refused to create: it names the task before that one, and who
 * handled it.
 * @param refused the report that was to create the system task
 * @returns the report itself if it does not name the system task
 */
export function withoutSystemTask<Later extends Report>(report: Later, refused: Report): Later {
  if (refused.createsSystemTask === undefined || report.item.previousTaskId !== refused.createsSystemTask)
    return report;
  const { next: _created, previousActions: _added, ...named } = refused.item;
  const { status, handleTime, next } = report.item;
  return {
    ...report,
    kind: KIND_AGAIN[refused.kind],
    item: { ...named, status, ...(handleTime !== undefined && { handleTime }), ...(next && { next }) },
    ...(refused.standsInFor && { standsInFor: refused.standsInFor }),
  };
}

/** The kind of a later report about the same previous task. The center may not know one that is gone, like a system task. */
const KIND_AGAIN: Readonly<Record<ReportKind, ReportKind>> = {
  ...{ bootstrap: 'start-continuation', 'start-continuation': 'start-continuation' },
  ...{ handled: 'continuation', continuation: 'continuation' },
  ...{ system: 'system', gone: 'system' },
};
