import type { ProcessModel } from '../../model/process-model.ts';

/** Label of a node in sentences: its id, with its name if the diagram has one. */
export function labelOf({ nodeId, nodeName }: { readonly nodeId: string; readonly nodeName: string }): string {
  const name = plain(nodeName);
  return name === '' || name === nodeId ? nodeId : `"${name}" (${nodeId})`;
}

/** Label of the node of a model that has this id, whatever its kind. */
export function labelOfNode({ userTasks, services, subProcesses, events }: ProcessModel, nodeId: string): string {
  const node = userTasks.get(nodeId) ?? services.get(nodeId) ?? subProcesses.get(nodeId) ?? events.get(nodeId);
  return labelOf({ nodeId, nodeName: node?.nodeName ?? '' });
}

/** Label of a task and its node. */
export function labelOfTask(task: {
  readonly nodeId: string;
  readonly nodeName: string;
  readonly taskId: string;
}): string {
  const name = plain(task.nodeName);
  if (name === '' || name === task.nodeId) return `${task.nodeId} (task ${task.taskId})`;
  return `"${name}" (${task.nodeId}, task ${task.taskId})`;
}

/** Names in a diagram may contain line breaks. */
function plain(name: string): string {
  return name.replace(/\s+/g, ' ').trim();
}
