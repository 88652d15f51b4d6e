import { afterAll, beforeAll, describe } from 'vitest';
import { createPostgresStore } from '../support/inner/store.ts';
import { isPostgresMissing } from '../support/postgres-server.ts';
import { createEmptyDatabase, type EmptyDatabase } from '../support/shared-postgres.ts';
import { describeStoreContract } from './store-contract.ts';

describe.skipIf(isPostgresMissing())('on a server', () => {
  let database: EmptyDatabase;
  beforeAll(async () => {
    database = await createEmptyDatabase();
    await (await createPostgresStore(database)).close();
  });
  afterAll(() => database.drop());

  describeStoreContract('postgres', async () => {
    await database.empty();
    return await createPostgresStore(database);
  });
});
