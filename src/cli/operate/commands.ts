/** The commands that work on the database of a service. */
export { definitions } from './definitions.ts';
export { doctor } from './doctor.ts';
export { doubts } from './doubts.ts';
export { history } from './history.ts';
export { incidents } from './incidents.ts';
export { instances } from './instances.ts';
export { jobs } from './jobs.ts';
export { keys } from './keys.ts';
export { messages } from './messages.ts';
export { migrate } from './migrate.ts';
export { outbox } from './outbox.ts';
export { status } from './status.ts';
export { tasks } from './tasks.ts';
