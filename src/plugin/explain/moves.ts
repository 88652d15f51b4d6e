import type { EventNode, ProcessModel } from '../../model/process-model.ts';
import type { TaskPart } from '../state/job-key.ts';
import { labelOf } from './node-label.ts';

/** Something that let a token go on, as a clause of a sentence: `the timer late` `fired`. Names nodes, never payloads. */
export interface Move {
  readonly what: string;
  readonly did: string;
}

const DID: Readonly<Record<EventNode['trigger']['kind'], string>> = {
  timer: 'fired',
  message: 'arrived',
  signal: 'came',
  error: 'was caught',
  escalation: 'was caught',
  receive: 'went on',
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

/** @param part of a job that runs scripts of the node */
export function moveOfService(model: ProcessModel, nodeId: string, part?: TaskPart): Move {
  const called = model.services.get(nodeId);
  if (part !== undefined && !model.userTasks.has(nodeId))
    return { what: `the completion condition of ${labelOfNode(model, nodeId)}`, did: 'was decided' };
  if (called?.call) {
    const { nodeName, call } = called;
    return { what: `the call ${labelOf({ nodeId: call.callId, nodeName })}`, did: 'found its process' };
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
  // Which of several events it was is not known here.
  const how = event && !event.also ? `by the ${event.trigger.kind} ${labelOf(node)}` : `at ${labelOf(node)}`;
  return { what: 'the process', did: `was started ${how}` };
}

/** A node of the model by its id, as a sentence names it. */
export function labelOfNode({ userTasks, services, subProcesses, events }: ProcessModel, nodeId: string): string {
  const node = userTasks.get(nodeId) ?? services.get(nodeId) ?? subProcesses.get(nodeId) ?? events.get(nodeId);
  return labelOf(node ?? { nodeId, nodeName: nodeId });
}

/** Puts a move behind others; one of the same node in an earlier round is told once, so that a loop fills no page. */
export function withMove(moves: readonly Move[], move: Move): readonly Move[] {
  return [...moves.filter(({ what }) => what !== move.what), move];
}
