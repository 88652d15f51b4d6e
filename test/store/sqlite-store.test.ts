import { createSqliteStore } from '../../src/store/sqlite/create-sqlite-store.ts';
import { describeStoreContract } from './store-contract.ts';

describeStoreContract('sqlite', () => createSqliteStore({ path: ':memory:' }));
