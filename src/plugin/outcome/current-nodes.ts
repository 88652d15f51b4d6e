import { inOrder } from '../../net/order.ts';
import type { InstanceRun } from '../state/instance-run.ts';

/**
 * The nodes of an instance at rest that hold a token: waiting activities, joins that wait for more tokens, and then the
 * sub-processes around them. Elements that only listen, such as boundary events, hold no token.
 */
export function listCurrentNodes({ net: { marking } }: InstanceRun): readonly string[] {
  const ids = inOrder(marking, Object.keys(marking.state.tokens));
  const inside = ids.filter((id) => marking.scopeOf(id) === undefined);
  return [...new Set([...inside, ...ids].map((id) => marking.nodeAt(id).id))];
}
