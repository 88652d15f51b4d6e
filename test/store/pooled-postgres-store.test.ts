import { afterAll, beforeAll, describe } from 'vitest';
import { createPostgresStore } from '../support/inner/store.ts';
import { isPgbouncerMissing, type Pgbouncer, startPgbouncer } from '../support/pgbouncer.ts';
import { isPostgresMissing } from '../support/postgres-server.ts';
import { createEmptyDatabase, type EmptyDatabase } from '../support/shared-postgres.ts';
import { isWhole } from '../support/test-share.ts';
import { describeStoreContract } from './store-contract.ts';

describe.skipIf(isPostgresMissing() || isPgbouncerMissing())('through a pooler', () => {
  let database: EmptyDatabase;
  let pooler: Pgbouncer;
  let url: string;
  beforeAll(async () => {
    database = await createEmptyDatabase();
    pooler = await startPgbouncer(database.url);
    url = pooler.urlOf(database.url);
    await (await createPostgresStore({ url })).close();
  });
  afterAll(async () => {
    await pooler.stop();
    await database.drop();
  });

  describeStoreContract(
    'postgres behind pgbouncer in transaction mode',
    async () => {
      await database.empty();
      return await createPostgresStore({ url });
    },
    isWhole ? 1 : 6,
  );
});
