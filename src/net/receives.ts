import type { Marking } from './marking.ts';
import { inOrder } from './order.ts';
import { listenerKey } from './state.ts';

/** Keys of the tokens that wait at a receive task, or at an event-based gateway in front of it, in order. */
export function receivesIn(marking: Marking, nodeId: string): readonly string[] {
  const waiting = Object.keys(marking.state.tokens).filter((id) => {
    const { tally, awaits } = marking.token(id);
    const node = marking.nodeAt(id);
    const isGateway = node.kind === 'event-based' && node.outgoing.some(({ target }) => target.id === nodeId);
    return !tally && !awaits && (isGateway || (node.id === nodeId && node.type === 'bpmn:ReceiveTask'));
  });
  return inOrder(marking, waiting).map((id) => listenerKey(id, nodeId, 0));
}
