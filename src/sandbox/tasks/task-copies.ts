/**
 * Tasks created a second time with an existing id (switch duplicateTaskId). In the center each has its own id, since
 * people see and press each of them; reports and status answers refer to all of them by the original id.
 */
import type { TaskHandlingItem } from '../../protocol/task-handling.ts';
import { type CenterState, type CenterTask, isHandlerOf, isOpen } from '../state/center-state.ts';

const copyId = (taskId: string, number: number) => `${taskId} (${number})`;

/** The id of a task in reports and status answers. */
export function idOnWire({ taskId, copyOf }: CenterTask): string {
  return copyOf ?? taskId;
}

/** All tasks with this id in reports and status answers, in the order of creation. */
export function findTasks({ tasks }: CenterState, taskId: string): CenterTask[] {
  const first = tasks.get(taskId);
  if (first === undefined || first.copyOf !== undefined) return [];
  const found = [first];
  for (let next = tasks.get(copyId(taskId, 2)); next?.copyOf === taskId; ) {
    found.push(next);
    next = tasks.get(copyId(taskId, found.length + 1));
  }
  return found;
}

/** The center's own id for another task with this id. */
export function nextCopyId(center: CenterState, taskId: string): string {
  return copyId(taskId, findTasks(center, taskId).length + 1);
}

/** The task that a report handles: the first that is open and belongs to its handler, otherwise the first open one. */
export function findReported(
  center: CenterState,
  { previousTaskId, handler }: Pick<TaskHandlingItem, 'previousTaskId' | 'handler'>,
): CenterTask | undefined {
  const tasks = findTasks(center, previousTaskId);
  const open = tasks.filter(isOpen);
  return open.find((task) => isHandlerOf(center, task, handler)) ?? open[0] ?? tasks[0];
}
