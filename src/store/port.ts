export { DUE_AT_ONCE } from './rows/columns.ts';
export { COUNTED_BY_LEASES } from './rows/job.ts';
export type * from './store.ts';
