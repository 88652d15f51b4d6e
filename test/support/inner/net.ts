export { isJoin } from '../../../src/net/graph.ts';
export { Marking } from '../../../src/net/marking.ts';
export { openNet } from '../../../src/net/open-net.ts';
export { inOrder } from '../../../src/net/order.ts';
export type { ListenerAt, NetChange, NetPorts } from '../../../src/net/ports.ts';
export {
  emptyState,
  type Id,
  type NetState,
  readListenerKey,
  type TimerState,
  type TokenState,
} from '../../../src/net/state.ts';
