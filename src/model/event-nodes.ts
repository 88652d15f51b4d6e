import type { EventNode, ProcessModel } from './process-model.ts';

/** An event as often as it has event definitions, in the order of the file, each with the trigger of that one. */
export function eventsOf(node: EventNode): readonly EventNode[] {
  const { also = [], ...first } = node;
  return [first, ...also.map((trigger) => ({ ...first, trigger }))];
}

/** The same of every event of a process. */
export function listEvents({ events }: ProcessModel): readonly EventNode[] {
  return [...events.values()].flatMap(eventsOf);
}
