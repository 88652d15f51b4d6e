export { createSqliteStore } from '../../../src/store/sqlite/create-sqlite-store.ts';
export { timerStartSubject } from '../../../src/store/timer-start-subject.ts';
