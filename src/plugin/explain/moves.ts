import type { EventNode } from '../../model/nodes/event-node.ts';
import type { ProcessModel } from '../../model/process-model.ts';
import type { TaskPart } from '../state/job-key.ts';

/** Something that moved a token, as a clause of a sentence: `the timer late` `fired`. Names nodes, never payloads. */
export interface Move {
  readonly what: string;
  readonly did: string;
}

const DID: Readonly<Record<EventNode['trigger']['kind'], string>> = {
  timer: 'fired',
  message: 'arrived',
  signal: 'arrived',
  error: 'was caught',
  escalation: 'was caught',
  receive: 'was completed',
  condition: 'was met',
};

export function moveOfEvent(model: ProcessModel, { nodeId, nodeName, role, trigger }: EventNode): Move {
  const kind = trigger.kind === 'receive' ? 'receive task' : trigger.kind;
  const what = `the ${kind} ${labelOf({ nodeId, nodeName })}`;
  const did = DID[trigger.kind];
  if (role.kind === 'boundary') return { what: `${what} on ${labelOfNode(model, role.attachedTo)}`, did };
  if (role.kind === 'start')
    return { what: `${what} of the event sub-process ${labelOfNode(model, role.scopeId)}`, did };
  return { what, did };
}

/** @param part set if the job runs scripts of the node */
export function moveOfService(model: ProcessModel, nodeId: string, part?: TaskPart): Move {
  const called = model.services.get(nodeId);
  if (part !== undefined && !model.userTasks.has(nodeId))
    return { what: `the completion condition of ${labelOfNode(model, nodeId)}`, did: 'was decided' };
  if (called?.call) {
    const { nodeName, call } = called;
    return { what: `the call ${labelOf({ nodeId: call.callId, nodeName })}`, did: 'was resolved' };
  }
  const label = labelOfNode(model, nodeId);
  if (model.userTasks.has(nodeId)) return { what: `the scripts of ${label}`, did: 'finished' };
  if (called?.conditions) {
    const { behind } = called.conditions;
    const where = behind === undefined ? `of the gateway ${label}` : `behind ${labelOfNode(model, behind)}`;
    return { what: `the conditions ${where}`, did: 'were decided' };
  }
  return { what: `the ${called?.script ? 'script' : 'service'} ${label}`, did: 'finished' };
}

export function moveOfStart(model: ProcessModel, node: { readonly nodeId: string; readonly nodeName: string }): Move {
  const event = model.events.get(node.nodeId);
  // With several event definitions, it is not known here which one it was.
  const how = event && !event.also ? `by the ${event.trigger.kind} ${labelOf(node)}` : `at ${labelOf(node)}`;
  return { what: 'the process', did: `was started ${how}` };
}

/** Appends a move. An earlier move of the same node is removed, so that loops do not make sentences endless. */
export function withMove(moves: readonly Move[], move: Move): readonly Move[] {
  return [...moves.filter(({ what }) => what !== move.what), move];
}

/** Label of a node in sentences: its id, with its name if the diagram has one. */
export function labelOf({ nodeId, nodeName }: { readonly nodeId: string; readonly nodeName: string }): string {
  const name = plain(nodeName);
  return name === '' || name === nodeId ? nodeId : `"${name}" (${nodeId})`;
}

/** Label of the node of a model that has this id, whatever its kind. */
export function labelOfNode(model: ProcessModel, nodeId: string): string {
  return labelOf({ nodeId, nodeName: nodeNameOf(model, nodeId) });
}

/** Its name; without one, its id. */
export function nodeNameOf({ userTasks, services, subProcesses, events }: ProcessModel, nodeId: string): string {
  const node = userTasks.get(nodeId) ?? services.get(nodeId) ?? subProcesses.get(nodeId) ?? events.get(nodeId);
  return node?.nodeName ?? nodeId;
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
