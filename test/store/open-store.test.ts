import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'store-'));
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

it.each(['sqlite:', 'sqlite://'])('opens a file named by %s and an absolute path', async (prefix) => {
  const path = join(directory, 'bridge.db');
  const store = await openStore(`${prefix}${path}`);
  await store.close();
  expect(existsSync(path)).toBe(true);
});

it('opens a store in memory, as many as are wanted', async () => {
  const stores = [await openStore('sqlite::memory:'), await openStore('sqlite::memory:')];
  expect(await stores[0]?.nextDueAt()).toBeNull();
  for (const store of stores) await store.close();
});

it('refuses a directory, and leaves no file beside it', async () => {
  const path = join(directory, 'bridge');
  mkdirSync(path);
  await expect(openStore(`sqlite:${path}`)).rejects.toMatchObject({
    code: 'ERR_STORE_UNAVAILABLE',
    message: `the database ${path} is a directory: give the path of a file`,
  });
  expect(readdirSync(directory)).toEqual(['bridge']);
});

const NONE = [
  ...['postgres:me:pa55word@db/bridge', 'mysql://me:pa55word@db', 'sqlite:', './bridge.db', ''],
  ...['sqlite://bridge.db', 'sqlite:file:bridge.db?mode=ro', 'sqlite:bridge\0.db'],
];
it.each(NONE)('refuses %s and says what it takes, without its password', async (url) => {
  const error = await openStore(url).then(
    () => undefined,
    (caught: unknown) => caught,
  );
  expect(error).toMatchObject({ code: 'ERR_CONFIG_INVALID', message: expect.stringContaining('sqlite:<path>') });
  expect(String(error)).not.toContain('pa55word');
});

it.each([
  'postgres://me:pa55word@one:5432,two:5432/bridge',
  'postgresql://me:pa55word@one,two/bridge?target_session_attrs=read-write',
  'postgres://me:pa55word@/bridge?host=one,two',
  'postgres://me:pa55word@one/bridge?sslmode=require&port=5432%2C5433',
])('refuses several hosts in one URL: %s', async (url) => {
  const error: unknown = await openStore(url).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ code: 'ERR_CONFIG_INVALID', message: expect.stringContaining('several hosts') });
  expect(String(error)).not.toContain('pa55word');
});

it('takes commas in what a URL says beside its hosts', async () => {
  const error: unknown = await openStore('postgres://me:a,b@127.0.0.1:1/bridge?application_name=a,b').catch(
    (caught: unknown) => caught,
  );
  expect(error).toMatchObject({ code: 'ERR_STORE_UNAVAILABLE' });
});
