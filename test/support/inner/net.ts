export { openNet } from '../../../src/net/open-net.ts';
export { inOrder, listenersInOrder } from '../../../src/net/order.ts';
export type {
  EventName,
  ListenerAt,
  LoopAt,
  NetChange,
  NetPorts,
  ScopeAt,
  TokenAt,
} from '../../../src/net/ports.ts';
export {
  emptyState,
  type Id,
  type NetState,
  readListenerKey,
  type TimerState,
  type TokenState,
} from '../../../src/net/state.ts';
