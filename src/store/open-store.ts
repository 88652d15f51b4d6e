import { InputError } from '../errors.ts';
import type { Store } from './port.ts';
import { createSqliteStore } from './sqlite/create-sqlite-store.ts';

/**
 * Opens the store that an url names: `sqlite:./bridge.db`, `sqlite:/var/lib/bridge.db` (also with `///`), or
 * `sqlite::memory:`, which is gone with the process.
 * @throws {InputError} `ERR_CONFIG_INVALID`: the url names no store there is
 * @throws {StoreError} as `createSqliteStore`
 */
export async function openStore(url: string): Promise<Store> {
  const path = sqlitePathOf(url);
  if (path !== undefined) return await createSqliteStore({ path });
  // Not the url itself: that of another database may hold a password.
  throw new InputError(
    'ERR_CONFIG_INVALID',
    `store: ${schemeOf(url)} cannot be opened: give sqlite:<path> or sqlite::memory:`,
    { details: { path: 'store' } },
  );
}

function sqlitePathOf(url: string): string | undefined {
  return /^sqlite:(?:\/\/(?=\/))?(?<path>.+)$/.exec(url)?.groups?.path;
}

function schemeOf(url: string): string {
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(url)?.[0];
  return scheme === undefined ? 'a text without a scheme' : `an url that begins with ${scheme}`;
}
