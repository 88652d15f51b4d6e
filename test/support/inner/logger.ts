export { createLog } from '../../../src/logger.ts';
