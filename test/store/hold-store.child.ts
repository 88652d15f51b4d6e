// Opens a store, leases what is due, says what it did, and holds it until it is killed.
import { createSqliteStore } from '../support/inner/store.ts';
import { NOON } from './rows.ts';

const [path = ''] = process.argv.slice(2);
const store = await createSqliteStore({ path });
const lease = { now: NOON, limit: 10, leaseMs: 60_000, owner: 'child' };
const held = [
  ...[await store.leaseOutbox(lease), await store.leaseJobs(lease), await store.leaseWakeUps(lease)],
  ...[await store.leaseMessages(lease), await store.leaseTimerStarts(lease)],
].flat();
console.log(`holding ${held.length}`);
setInterval(() => store, 60_000);
