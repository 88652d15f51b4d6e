import type { ProcessModel } from '../../model/process-model.ts';

/** A node as a sentence names it: its id, and its name where the diagram gives it one. */
export function labelOf({ nodeId, nodeName }: { readonly nodeId: string; readonly nodeName: string }): string {
  const name = plain(nodeName);
  return name === '' || name === nodeId ? nodeId : `"${name}" (${nodeId})`;
}

/** The node of a model that has this id. */
export function labelAt({ userTasks, services, subProcesses }: ProcessModel, nodeId: string): string {
  const node = userTasks.get(nodeId) ?? services.get(nodeId) ?? subProcesses.get(nodeId);
  return labelOf({ nodeId, nodeName: node?.nodeName ?? '' });
}

/** A task with the node it stands at. */
export function labelOfTask(task: {
  readonly nodeId: string;
  readonly nodeName: string;
  readonly taskId: string;
}): string {
  const name = plain(task.nodeName);
  if (name === '' || name === task.nodeId) return `${task.nodeId} (task ${task.taskId})`;
  return `"${name}" (${task.nodeId}, task ${task.taskId})`;
}

/** Names are drawn in several lines; a sentence is one. */
function plain(name: string): string {
  return name.replace(/\s+/g, ' ').trim();
}
