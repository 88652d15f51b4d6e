/**
 * Tasks that were created a second time under an id that was there (switch duplicateTaskId). In the center each has an
 * id of its own, since people find and press each by itself; reports and questions know them all by the one id.
 */
import type { TaskHandlingItem } from '../../protocol/task-handling.ts';
import { type CenterTask, isHandlerOf, isOpen, type Ledger } from '../state/ledger.ts';

const copyId = (taskId: string, number: number) => `${taskId} (${number})`;

/** The id by which reports and questions name a task. */
export function idOnWire({ taskId, copyOf }: CenterTask): string {
  return copyOf ?? taskId;
}

/** Every task that reports and questions name so, in the order of their creation. */
export function findTasks({ tasks }: Ledger, taskId: string): CenterTask[] {
  const first = tasks.get(taskId);
  if (first === undefined || first.copyOf !== undefined) return [];
  const found = [first];
  for (let next = tasks.get(copyId(taskId, 2)); next?.copyOf === taskId; ) {
    found.push(next);
    next = tasks.get(copyId(taskId, found.length + 1));
  }
  return found;
}

/** The id of the center's own for one more task of this id. */
export function nextCopyId(ledger: Ledger, taskId: string): string {
  return copyId(taskId, findTasks(ledger, taskId).length + 1);
}

/** The task that a report handles: of several, the first that is open and its handler's, else the first that is open. */
export function findReported(
  ledger: Ledger,
  { previousTaskId, handler }: Pick<TaskHandlingItem, 'previousTaskId' | 'handler'>,
): CenterTask | undefined {
  const tasks = findTasks(ledger, previousTaskId);
  const open = tasks.filter(isOpen);
  return open.find((task) => isHandlerOf(ledger, task, handler)) ?? open[0] ?? tasks[0];
}
