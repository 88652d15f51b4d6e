import { type TaskAction, taskActionsOf } from '../../plugin/outcome/task-actions.ts';
import type { Store, TaskRow } from '../../store/port.ts';
import type { Definitions } from '../definitions/definitions.ts';

/** A task with its buttons. */
export interface TaskDetail extends TaskRow {
  /**
   * Its buttons, those of its list of handled tasks last; empty once its instance was deleted. Which of them may be pressed
   * now, and by whom, only a press tells.
   */
  readonly actions: readonly TaskAction[];
}

/** @returns undefined if there is no such task */
export async function readTaskDetail(
  store: Pick<Store, 'getTask' | 'getInstance'>,
  definitions: Pick<Definitions, 'load'>,
  taskId: string,
): Promise<TaskDetail | undefined> {
  const task = await store.getTask(taskId);
  if (!task) return undefined;
  const instance = await store.getInstance(task.instanceId);
  if (!instance) return { ...task, actions: [] };
  const { model } = await definitions.load(instance.definitionId);
  return { ...task, actions: taskActionsOf(model.userTasks.get(task.nodeId)) };
}
