export { toSendRequest } from '../../../src/bridge/delivery/message-options.ts';
export { createMessageWaiters } from '../../../src/bridge/delivery/message-waiters.ts';
export { createRetention } from '../../../src/bridge/loops/retention.ts';
