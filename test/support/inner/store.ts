export { createPostgresStore } from '../../../src/store/postgres/create-postgres-store.ts';
export { timerStartSubject } from '../../../src/store/rows/timer-start.ts';
export { createSqliteStore } from '../../../src/store/sqlite/create-sqlite-store.ts';
