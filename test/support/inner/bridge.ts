export { toSendRequest } from '../../../src/bridge/delivery/message-options.ts';
export { createRetention } from '../../../src/bridge/loops/retention.ts';
