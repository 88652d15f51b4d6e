import { type EventNode, eventsOf } from '../../model/nodes/event-node.ts';
import type { ProcessModel } from '../../model/process-model.ts';
import { listenersInOrder } from '../../net/order.ts';
import type { ListenerAt } from '../../net/ports.ts';
import { readListenerKey } from '../../net/state.ts';
import type { InstanceRun } from '../state/instance-run.ts';

/** An event definition that waits, as the model describes it. */
export interface Listening extends ListenerAt {
  readonly described: EventNode;
}

/** All that waits for an event: in the order of scopes, of the diagram and of tokens. */
export function listListening({ model, net }: InstanceRun): readonly Listening[] {
  const { marking } = net;
  return listenersInOrder(marking, Object.keys(marking.state.listeners)).flatMap((key) => {
    const at = marking.listenerPlace(key);
    const described = eventAt(model, at);
    return described ? { ...at, described } : [];
  });
}

/** The event definition of a place. */
export function eventAt({ events }: ProcessModel, { key, node }: ListenerAt): EventNode | undefined {
  const found = events.get(node.id);
  return found && eventsOf(found)[readListenerKey(key).index];
}
