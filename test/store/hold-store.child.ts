// Opens a store, leases what is due, says what it did, and holds it until it is killed.
import { createSqliteStore } from '../../src/store/sqlite/create-sqlite-store.ts';
import { NOON } from './rows.ts';

const [path = ''] = process.argv.slice(2);
const store = await createSqliteStore({ path });
const rows = await store.leaseOutbox({ now: NOON, limit: 10, leaseMs: 1000, owner: 'child' });
console.log(`holding ${rows.length}`);
setInterval(() => store, 60_000);
