export { openNet } from '../../../src/net/open-net.ts';
export type { ListenerAt, LoopAt, NetChange, NetPorts, TokenAt } from '../../../src/net/ports.ts';
export { emptyState, type Id, type NetState, readListenerKey } from '../../../src/net/state.ts';
