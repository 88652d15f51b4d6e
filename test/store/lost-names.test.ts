/** A database whose files lose their names while it is open: SQLite would go on to acknowledge what nobody can find. */
import { copyFileSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { StoreError } from '../../src/index.ts';
import type { Store } from '../../src/store/store.ts';
import { createSqliteStore } from '../support/inner/store.ts';
import { aReport, startInstance } from './rows.ts';

let directory: string;
let path: string;
let store: Store;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'store-'));
  path = join(directory, 'bridge.db');
  store = await createSqliteStore({ path });
});
afterEach(async () => {
  await store.close();
  rmSync(directory, { recursive: true, force: true });
});

async function refusalOf(work: Promise<unknown>): Promise<StoreError> {
  const error: unknown = await work.catch((caught: unknown) => caught);
  expect(error).toMatchObject({ code: 'ERR_STORE_DETACHED' });
  return error as StoreError;
}

function instancesIn(file: string): unknown[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return database
      .prepare('select instance_id from instances order by 1')
      .all()
      .map((row) => Object.values(row)[0]);
  } finally {
    database.close();
  }
}

function replaceFile(): void {
  copyFileSync(path, `${path}.old`);
  renameSync(`${path}.old`, path);
}

it.each([
  ['its log is deleted', () => unlinkSync(`${path}-wal`)],
  ['the file is replaced', replaceFile],
  ['the file is moved', () => renameSync(path, `${path}.moved`)],
])('acknowledges nothing more once %s, and saves what was acknowledged', async (_what, lose) => {
  await startInstance(store, 'before', [aReport('t-1')]);
  lose();
  const { details, message } = await refusalOf(startInstance(store, 'after', [aReport('t-2')]));
  const saved = String(details.savedAs);
  expect(message).toContain(saved);
  expect(instancesIn(saved)).toContain('before');
  expect(statSync(saved).mode & 0o777).toBe(0o600);
  await refusalOf(store.getInstance('before'));
  expect(readdirSync(directory).filter((name) => name.includes('.saved-'))).toHaveLength(1);

  const again = await createSqliteStore({ path: saved });
  expect(await again.getInstance('before')).toMatchObject({ revision: 1 });
  await again.close();
});

it('notices it also where nothing is committed', async () => {
  unlinkSync(`${path}-wal`);
  await vi.waitFor(() => refusalOf(store.nextDueAt()), { timeout: 5_000 });
});

it('says that saving has failed too', async () => {
  await startInstance(store, 'before');
  rmSync(directory, { recursive: true });
  const { message } = await refusalOf(startInstance(store, 'after'));
  expect(message).toContain('saving what it holds has failed too');
});

it('is copied as it is at a moment, while it is written to', async () => {
  await startInstance(store, 'before');
  const target = join(directory, 'copy.db');
  const copying = store.backup?.(target);
  for (const id of ['during-1', 'during-2', 'during-3']) await startInstance(store, id);
  await copying;
  expect(instancesIn(target)).toContain('before');
  expect(statSync(target).mode & 0o777).toBe(0o600);
  await expect(store.backup?.(target)).rejects.toMatchObject({ code: 'ERR_INPUT_INVALID' });
});
