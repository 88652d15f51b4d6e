import type { Button, CountedButton } from '../../model/nodes/button.ts';
import type { ProcessModel } from '../../model/process-model.ts';
import type { GraphNode } from '../../net/graph.ts';

/** Whether two parts of models are the same; expressions are, if their texts are. */
export function isSame(one: unknown, other: unknown): boolean {
  return formOf(one) === formOf(other);
}

function formOf(value: unknown): string {
  return JSON.stringify(value ?? null);
}

/** Whether the task of a node looks the same in the center: its name and its buttons, whose calls name their keys. */
export function isSameTask(nodeId: string, from: ProcessModel, to: ProcessModel): boolean {
  const [one, other] = [from.userTasks.get(nodeId), to.userTasks.get(nodeId)];
  if (!one || !other) return false;
  const shown = ({ nodeName, computedName, buttons }: typeof one) => [nodeName, computedName, buttons.map(shownButton)];
  return isSame(shown(one), shown(other)) && isSame(one.standardLoop, other.standardLoop);
}

function shownButton({
  key,
  type,
  label,
  optType,
  method,
  allowMerge,
  nextNodeKey,
  url,
  times,
}: CountedButton): Partial<Button & CountedButton> {
  return {
    ...{ key, type, label, optType, method, allowMerge },
    ...(nextNodeKey !== undefined && { nextNodeKey }),
    ...(url !== undefined && { url }),
    ...(times !== undefined && { times }),
  };
}

/** Whether a call that runs now would be the same call in the other version. */
export function isSameCall(nodeId: string, from: ProcessModel, to: ProcessModel): boolean {
  const [one, other] = [from.services.get(nodeId), to.services.get(nodeId)];
  const [asked, stillAsked] = [from.events.get(nodeId), to.events.get(nodeId)];
  const [task, stillTask] = [from.userTasks.get(nodeId), to.userTasks.get(nodeId)];
  return isSame(one, other) && isSame(asked, stillAsked) && isSame(task, stillTask);
}

/** The multi-instance of any activity, with the votes of its signers. */
export function loopOf(nodeId: string, model: ProcessModel): unknown {
  const task = model.userTasks.get(nodeId);
  const owner = task ?? model.services.get(nodeId) ?? model.subProcesses.get(nodeId);
  return owner?.multiInstance ?? task?.standardLoop;
}

/** What a node waits for, so far as it cannot change while it waits. */
export function waitOf({ kind, nonInterrupting, events }: GraphNode): unknown {
  return [kind, nonInterrupting, events.map((event) => event.kind)];
}

/** Whether the same kinds of events are attached to a node, by the same ids. */
export function hasSameEvents(nodeId: string, from: ProcessModel, to: ProcessModel): boolean {
  return isSame(eventsAt(nodeId, from), eventsAt(nodeId, to));
}

function eventsAt(nodeId: string, { graph }: ProcessModel): readonly unknown[] {
  const attached = (graph.nodes.get(nodeId)?.boundaries ?? []).map((event) => [event.id, waitOf(event)] as const);
  return attached.toSorted(([one], [other]) => (one < other ? -1 : 1));
}

/** The events that an event-based gateway waits for. */
export function alternativesOf(nodeId: string, model: ProcessModel): readonly unknown[] {
  return (model.graph.nodes.get(nodeId)?.outgoing ?? [])
    .map(({ id, target }) => [id, target.id, waitOf(target)] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
}
