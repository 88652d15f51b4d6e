export { cipher } from '../../../src/config/cipher.ts';
export { outbox } from '../../../src/config/outbox-and-jobs.ts';
