import type { OpenTask } from './ledger.ts';

/**
 * The tasks that executions wait for, each once. For a shared task several executions wait, each for its own signer: the
 * handlers of the task are all of them.
 */
export function openTasksOf(waiting: Iterable<OpenTask>): OpenTask[] {
  const tasks = new Map<string, OpenTask>();
  for (const task of waiting) {
    const known = tasks.get(task.taskId);
    const handlers = [...new Set([...(known?.handlers ?? []), ...task.handlers])];
    tasks.set(task.taskId, known ? { ...known, handlers } : task);
  }
  return [...tasks.values()];
}
