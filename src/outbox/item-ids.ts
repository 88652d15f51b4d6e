import type { TaskHandlingItem } from '../protocol/task-handling.ts';
import type { NamedId } from './outcome-table.ts';

/** The ids that an answer may name this item by, and what each is to it. */
export function idsOf(item: TaskHandlingItem): ReadonlyMap<string, NamedId> {
  const created = item.status === 'next' ? (item.next ?? []) : [];
  const ids = new Map<string, NamedId>();
  for (const { taskId } of created) if (taskId !== undefined) ids.set(taskId, 'next');
  // Last, so that an id that is both is read as the task that is handled: its codes are the ones the spec lists.
  ids.set(item.previousTaskId, 'previous');
  return ids;
}
