export { LOG_EVENTS } from '../../../src/log-events.ts';
