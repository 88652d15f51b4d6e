import type { EventNode } from './nodes/event-node.ts';
import type { ProcessModel } from './process-model.ts';

/** One node per event definition of an event, each with its trigger, in the order of the file. */
export function eventsOf(node: EventNode): readonly EventNode[] {
  const { also = [], ...first } = node;
  return [first, ...also.map((trigger) => ({ ...first, trigger }))];
}

/** The same for all events of a process. */
export function listEvents({ events }: ProcessModel): readonly EventNode[] {
  return [...events.values()].flatMap(eventsOf);
}
