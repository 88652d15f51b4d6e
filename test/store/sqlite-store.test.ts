import { createSqliteStore } from '../support/inner/store.ts';
import { describeStoreContract } from './store-contract.ts';

describeStoreContract('sqlite', () => createSqliteStore({ path: ':memory:' }));
