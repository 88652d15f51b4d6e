import { afterEach, describe } from 'vitest';
import { createPostgresStore } from '../../src/store/postgres/create-postgres-store.ts';
import { isPostgresMissing } from '../support/postgres-server.ts';
import { createEmptyDatabase, type EmptyDatabase } from '../support/shared-postgres.ts';
import { describeStoreContract } from './store-contract.ts';

describe.skipIf(isPostgresMissing())('on a server', () => {
  const databases: EmptyDatabase[] = [];
  afterEach(async () => {
    for (const database of databases.splice(0)) await database.drop();
  });

  describeStoreContract('postgres', async () => {
    const database = await createEmptyDatabase();
    databases.push(database);
    return await createPostgresStore({ url: database.url });
  });
});
