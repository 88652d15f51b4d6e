// Opens a store, leases what is due, says what it did, and holds it until it is killed.
import { openStore } from '../../src/store/open-store.ts';
import { NOON } from './rows.ts';

const [url = '', owner] = process.argv.slice(2);
const store = await openStore(url);
const lease = { now: NOON, limit: 10, leaseMs: 3_600_000, owner: owner ?? store.holder ?? 'child' };
const held = [
  ...[await store.leaseOutbox(lease), await store.leaseJobs(lease), await store.leaseWakeUps(lease)],
  ...[await store.leaseMessages(lease), await store.leaseTimerStarts(lease)],
].flat();
console.log(`holding ${held.length}`);
setInterval(() => store, 60_000);
