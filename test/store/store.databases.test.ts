import { afterAll, beforeAll } from 'vitest';
import { createPostgresStore, createSqliteStore } from '../support/inner/store.ts';
import { createEmptyDatabase, type EmptyDatabase } from '../support/shared-postgres.ts';
import { DATABASE } from '../support/tier.ts';
import { describeStoreContract } from './store-contract.ts';

let database: EmptyDatabase | undefined;
beforeAll(async () => {
  if (DATABASE === 'postgres') database = await createEmptyDatabase();
});
afterAll(() => database?.drop());

describeStoreContract(DATABASE, async () => {
  if (database === undefined) return createSqliteStore({ path: ':memory:' });
  const store = await createPostgresStore(database);
  await database.empty();
  return store;
});
