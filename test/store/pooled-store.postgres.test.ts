import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPostgresStore } from '../support/inner/store.ts';
import { type Pgbouncer, startPgbouncer } from '../support/pgbouncer.ts';
import { createEmptyDatabase, type EmptyDatabase } from '../support/shared-postgres.ts';
import { describeStoreContract } from './store-contract.ts';

describe('through a pooler', () => {
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

  describeStoreContract('postgres behind pgbouncer in transaction mode', async () => {
    await database.empty();
    return await createPostgresStore({ url });
  });

  it('statements outside of transactions have the limits of the role', async () => {
    const own = await createEmptyDatabase();
    const admin = new Client({ connectionString: own.url });
    await admin.connect();
    const name = new URL(own.url).pathname.slice(1);
    await admin.query(`alter role current_user in database ${name} set lock_timeout = '1s'`);
    const ownPooler = await startPgbouncer(own.url);
    const store = await createPostgresStore({ url: ownPooler.urlOf(own.url) });
    try {
      await admin.query('begin; lock table tasks in access exclusive mode');
      await expect(store.getTask('any')).rejects.toMatchObject({
        code: 'ERR_STORE_UNAVAILABLE',
        cause: { message: expect.stringContaining('lock timeout') },
      });
      await admin.query('rollback');
      expect(await store.getTask('any')).toBeUndefined();
    } finally {
      await store.close();
      await ownPooler.stop();
      await admin.end();
      await own.drop();
    }
  });
});
