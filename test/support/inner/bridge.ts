export { createRetention } from '../../../src/bridge/loops/retention.ts';
export { toSendRequest } from '../../../src/bridge/operate/message-options.ts';
