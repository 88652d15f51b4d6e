import type { TaskAnswer } from '../../control/task-routes.ts';

/** Whether somebody still has to handle a task. */
export function isOpen({ state }: Pick<TaskAnswer['task'], 'state'>): boolean {
  return state === 'pending' || state === 'suspended';
}
