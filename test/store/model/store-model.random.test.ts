import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { Store } from '../../../src/store/port.ts';
import { createPostgresStore, createSqliteStore } from '../../support/inner/store.ts';
import { createEmptyDatabase, type EmptyDatabase } from '../../support/shared-postgres.ts';
import { DEFINITION } from '../rows.ts';
import { runAgainstModel } from './run-model.ts';

// The same sequences in every run, so that a change is judged by what it changes; STORE_MODEL_SEED takes others, and
// STORE_MODEL_RUNS=5000 makes it a long run.
const runs = Number(process.env.STORE_MODEL_RUNS ?? 60);
const seed = Number(process.env.STORE_MODEL_SEED ?? 77);
const limitMs = 30_000 + runs * 2_000;
const timeout = limitMs + 30_000;

async function prepared(opening: Promise<Store>): Promise<Store> {
  const store = await opening;
  await store.putDefinitions([DEFINITION]);
  return store;
}

describe('any sequence of operations does what the port says', () => {
  beforeAll(() => console.log(`${runs} sequences on each store, of the seed ${seed}`));

  it(
    'on SQLite in memory',
    async () => {
      await runAgainstModel({
        runs,
        seed,
        limitMs,
        open: async () => {
          const store = await prepared(createSqliteStore({ path: ':memory:' }));
          return { store, isAlone: true, done: () => store.close() };
        },
      });
    },
    timeout,
  );

  it(
    'on an SQLite file, closed and opened in between',
    async () => {
      await runAgainstModel({
        runs,
        seed,
        limitMs,
        open: async () => {
          const folder = mkdtempSync(join(tmpdir(), 'store-model-'));
          const path = join(folder, 'bridge.db');
          let store = await prepared(createSqliteStore({ path }));
          return {
            store,
            isAlone: true,
            reopen: async () => {
              await store.close();
              store = await createSqliteStore({ path });
              return store;
            },
            done: async () => {
              await store.close();
              rmSync(folder, { recursive: true });
            },
          };
        },
      });
    },
    timeout,
  );

  describe('on PostgreSQL', () => {
    let database: EmptyDatabase;
    let store: Store;
    beforeAll(async () => {
      database = await createEmptyDatabase();
      store = await createPostgresStore(database);
    });
    afterAll(async () => {
      await store.close();
      await database.drop();
    });

    it(
      'with all its tables emptied in between',
      async () => {
        await runAgainstModel({
          runs,
          seed,
          limitMs,
          open: async () => {
            await database.empty();
            await store.putDefinitions([DEFINITION]);
            return { store, isAlone: false, done: async () => undefined };
          },
        });
      },
      timeout,
    );
  });
});
