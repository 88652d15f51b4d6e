import { InputError } from '../errors.ts';
import type { SchemaState } from './migrations/migrate.ts';
import type { Store, StoreAccess } from './store.ts';
import type { StoreInspection } from './store-inspection.ts';
import { sqlitePathOf } from './store-url.ts';

/**
 * Opens the store of a URL: `sqlite:./bridge.db`, `sqlite:/var/lib/bridge.db` (also with `///`), `sqlite::memory:`, which is
 * lost when the process ends, or `postgres://user:password@host/database`. Loads only the driver of this store.
 * @param by who migrates it, for the history
 * @throws {InputError} `ERR_CONFIG_INVALID`: the URL is not supported, its driver is not installed or cannot be loaded, or there is no such file
 * to operate
 * @throws {StoreError} as `createSqliteStore` and `createPostgresStore`
 */
export async function openStore(url: string, access: StoreAccess = 'service', by?: string): Promise<Store> {
  const place = readStoreUrl(url);
  if ('path' in place) {
    const { createSqliteStore } = await import('./sqlite/create-sqlite-store.ts');
    return await createSqliteStore({ ...place, access, by });
  }
  const { createPostgresStore } = await loadPostgres();
  return await createPostgresStore({ ...place, access, by });
}

/** Which migrations the database of a URL has, and which it lacks. Only reads. @throws as {@link openStore} */
export async function readSchemaOf(url: string): Promise<SchemaState> {
  const place = readStoreUrl(url);
  if ('path' in place) return (await import('./sqlite/create-sqlite-store.ts')).readSqliteSchema(place);
  return (await loadPostgres()).readPostgresSchema(place);
}

/** What the database of a URL says of itself, whatever its schema. Only reads. @throws as {@link openStore} */
export async function inspectStore(url: string): Promise<StoreInspection> {
  const place = readStoreUrl(url);
  if ('path' in place) return (await import('./sqlite/create-sqlite-store.ts')).inspectSqliteStore(place);
  return (await loadPostgres()).inspectPostgresStore(place);
}

/** libpq and JDBC take several; `pg` would look for one host of this name. */
function namesSeveralHosts(url: string): boolean {
  const authority = /^postgres(?:ql)?:\/\/([^/?#]*)/i.exec(url)?.[1];
  if (authority === undefined) return false;
  const hosts = authority.slice(authority.lastIndexOf('@') + 1);
  return hosts.includes(',') || /[?&](?:host|port)=[^&#]*(?:,|%2c)/i.test(url);
}

const ONE_HOST =
  'store: the URL names several hosts, which the driver pg cannot read: give one address that leads to the primary, such as that of a proxy, a virtual IP address or the endpoint of the cluster.';

/** @throws {InputError} `ERR_CONFIG_INVALID` */
function readStoreUrl(url: string): { readonly path: string } | { readonly url: string } {
  const path = sqlitePathOf(url);
  if (path !== undefined) return { path };
  if (namesSeveralHosts(url)) {
    throw new InputError('ERR_CONFIG_INVALID', ONE_HOST, { details: { path: 'store' } });
  }
  if (/^postgres(?:ql)?:\/\/./.test(url) && URL.canParse(url)) return { url };
  // The message does not contain the URL, because it may contain a password.
  throw new InputError(
    'ERR_CONFIG_INVALID',
    `store: ${schemeOf(url)} cannot be opened: use sqlite:<path>, sqlite::memory: or postgres://<user>:<password>@<host>/<database>`,
    { details: { path: 'store' } },
  );
}

/** `pg` is an optional peer dependency, not needed for SQLite. */
async function loadPostgres(): Promise<typeof import('./postgres/create-postgres-store.ts')> {
  try {
    return await import('./postgres/create-postgres-store.ts');
  } catch (error) {
    if (!isMissingDriver(error)) throw error;
    throw new InputError(
      'ERR_CONFIG_INVALID',
      'store: the driver of PostgreSQL is not installed: run `npm install pg`.',
      { details: { path: 'store' }, cause: error },
    );
  }
}

function isMissingDriver(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  return error.code === 'ERR_MODULE_NOT_FOUND' && /['"]pg['"]/.test(error.message);
}

function schemeOf(url: string): string {
  if (url.startsWith('sqlite:') && url !== 'sqlite:') return 'sqlite: with a host or parameters';
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(url)?.[0];
  return scheme === undefined ? 'a text without a scheme' : `a URL that begins with ${scheme}`;
}
