import type { OpenTask } from './ledger.ts';

/**
 * The tasks that executions wait for, each once. One that its signers share is waited for by several executions, each
 * with its own signer: its handlers are all of them.
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
