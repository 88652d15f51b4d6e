/** Several bridges in one database, each in a schema of its own. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import { startPgbouncer } from '../support/pgbouncer.ts';
import { createEmptyDatabase, type EmptyDatabase, execute } from '../support/shared-postgres.ts';
import { DEFINITION } from './rows.ts';

const DEFINED = { definitionId: DEFINITION.definitionId };

describe('a database with several schemas', () => {
  let database: EmptyDatabase;
  beforeAll(async () => {
    database = await createEmptyDatabase();
  });
  afterAll(() => database.drop());

  const withParameters = (text: string) => `${database.url}?${text}`;

  test('each store works on its own tables, which it creates where they are missing', async () => {
    const one = await openStore(withParameters('schema=approvals&connections=2'));
    const other = await openStore(withParameters('schema=leaves'));
    try {
      await one.putDefinitions([DEFINITION]);
      expect(await one.getDefinition(DEFINITION.definitionId)).toMatchObject(DEFINED);
      expect(await other.getDefinition(DEFINITION.definitionId)).toBeUndefined();
    } finally {
      await Promise.all([one.close(), other.close()]);
    }
    const again = await openStore(withParameters('schema=approvals'));
    expect(await again.getDefinition(DEFINITION.definitionId)).toMatchObject(DEFINED);
    await again.close();
  });

  test('a role whose search path names another store behind its own schema gets tables of its own', async () => {
    const inPublic = await openStore(database.url);
    await inPublic.putDefinitions([DEFINITION]);
    await inPublic.close();
    await execute(database.url, 'create schema own');
    const options = encodeURIComponent('-c search_path=own,public');
    const store = await openStore(withParameters(`options=${options}`));
    expect(await store.getDefinition(DEFINITION.definitionId)).toBeUndefined();
    await store.close();
  });

  test('options of the server in the URL do not take the schema away', async () => {
    const inPublic = await openStore(database.url);
    await inPublic.putDefinitions([DEFINITION]);
    await inPublic.close();
    const options = encodeURIComponent('-c work_mem=8MB -c search_path=public');
    const store = await openStore(withParameters(`options=${options}&schema=optioned`));
    expect(await store.getDefinition(DEFINITION.definitionId)).toBeUndefined();
    await store.close();
  });

  test.each([
    ['schema=Approvals', 'schema'],
    ['schema=a;drop', 'schema'],
    ['schema=', 'schema'],
    ['connections=0', 'connections'],
    ['connections=many', 'connections'],
  ])('?%s is refused by its name', async (parameters, name) => {
    await expect(openStore(withParameters(parameters))).rejects.toMatchObject({
      code: 'ERR_CONFIG_INVALID',
      message: expect.stringContaining(`the parameter ${name} of the URL`),
    });
  });

  test('a pooler that does not pass it on is named, with what to do', async () => {
    const pooler = await startPgbouncer(database.url);
    try {
      const url = `${pooler.urlOf(database.url)}?schema=approvals`;
      await expect(openStore(url)).rejects.toMatchObject({
        code: 'ERR_CONFIG_INVALID',
        message: expect.stringContaining('set the search_path of the role'),
      });
    } finally {
      await pooler.stop();
    }
  });
});
