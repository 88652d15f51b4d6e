import { InputError } from '../errors.ts';
import type { Store } from './port.ts';
import { createPostgresStore } from './postgres/create-postgres-store.ts';
import { createSqliteStore } from './sqlite/create-sqlite-store.ts';

/**
 * Opens the store that an url names: `sqlite:./bridge.db`, `sqlite:/var/lib/bridge.db` (also with `///`),
 * `sqlite::memory:`, which is gone with the process, or `postgres://user:password@host/database`.
 * @throws {InputError} `ERR_CONFIG_INVALID`: the url names no store there is
 * @throws {StoreError} as `createSqliteStore` and `createPostgresStore`
 */
export async function openStore(url: string): Promise<Store> {
  const path = sqlitePathOf(url);
  if (path !== undefined) return await createSqliteStore({ path });
  if (/^postgres(?:ql)?:\/\/./.test(url) && URL.canParse(url)) return await createPostgresStore({ url });
  // Not the url itself: that of another database may hold a password.
  throw new InputError(
    'ERR_CONFIG_INVALID',
    `store: ${schemeOf(url)} cannot be opened: give sqlite:<path>, sqlite::memory: or postgres://<user>:<password>@<host>/<database>`,
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
