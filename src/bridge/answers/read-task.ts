import { taskActionsOf } from '../../plugin/outcome/task-actions.ts';
import type { Store } from '../../store/store.ts';
import type { Definitions } from '../definitions/definitions.ts';
import type { TaskDetail } from './task-detail.ts';

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
