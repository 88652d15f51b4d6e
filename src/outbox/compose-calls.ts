import type { TaskHandlingItem } from '../protocol/task-handling.ts';
import type { NamedId } from './outcome-table.ts';
import type { ReportAttempt } from './report-attempt.ts';

/**
 * Distributes reports over calls. Reports share a call, except those that must be sent alone. No id occurs twice in one
 * call, because an answer names only ids (an instance may have been started from a task of another one). Reports that
 * share an id keep their order.
 */
export function composeCalls<Attempt extends ReportAttempt>(rows: readonly Attempt[]): Attempt[][] {
  const calls: { rows: Attempt[]; ids: Set<string>; isOpen: boolean }[] = [];
  for (const row of rows) {
    const ids = [...idsOf(row.report.item).keys()];
    const sharing = calls.findLastIndex((call) => ids.some((id) => call.ids.has(id)));
    const call = calls.find(({ isOpen }, index) => isOpen && index > sharing && !row.alone);
    if (call === undefined) {
      calls.push({ rows: [row], ids: new Set(ids), isOpen: !row.alone });
    } else {
      call.rows.push(row);
      for (const id of ids) call.ids.add(id);
    }
  }
  return calls.map((call) => call.rows);
}

/** The ids that an answer may name this item by, and what each is to it. */
export function idsOf(item: TaskHandlingItem): ReadonlyMap<string, NamedId> {
  const created = item.status === 'next' ? (item.next ?? []) : [];
  const ids = new Map<string, NamedId>();
  for (const { taskId } of created) if (taskId !== undefined) ids.set(taskId, 'next');
  // Last, so that an id that is both is read as the task that is handled: its codes are the ones the spec lists.
  ids.set(item.previousTaskId, 'previous');
  return ids;
}
