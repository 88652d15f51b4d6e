import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Schema } from '../../src/store/schema.ts';
import { SqliteStoreAdapter } from '../../src/store/sqlite/adapter.ts';
import { setPragmas } from '../../src/store/sqlite/create-sqlite-store.ts';
import { EmbeddedSqliteDialect } from '../../src/store/sqlite/dialect.ts';

const [NORMAL, FULL] = [1, 2];
const adapter = new SqliteStoreAdapter();

let directory: string;
let db: Kysely<Schema>;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'losable-'));
  const database = new DatabaseSync(join(directory, 'bridge.db'));
  setPragmas(database);
  db = new Kysely<Schema>({ dialect: new EmbeddedSqliteDialect(database) });
});
afterEach(async () => {
  await db.destroy();
  rmSync(directory, { recursive: true });
});

async function synchronous(connection: Kysely<Schema>): Promise<number | undefined> {
  const { rows } = await sql<{ synchronous: number }>`pragma synchronous`.execute(connection);
  return rows[0]?.synchronous;
}

test('its commit is not synced, and every later one is', async () => {
  expect(await synchronous(db)).toBe(FULL);
  const inside = await adapter.runLosable(db, async (transaction) => {
    expect(transaction.isTransaction).toBe(true);
    return await synchronous(transaction);
  });
  expect(inside).toBe(NORMAL);
  expect(await synchronous(db)).toBe(FULL);
});

test('no other transaction gets in between, and one that fails changes nothing either', async () => {
  const failed = adapter.runLosable(db, async () => {
    throw new Error('It failed.');
  });
  const other = db.transaction().execute(synchronous);
  await expect(failed).rejects.toThrow('It failed.');
  expect(await other).toBe(FULL);
  expect(await synchronous(db)).toBe(FULL);
});
