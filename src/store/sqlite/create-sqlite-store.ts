import { DatabaseSync } from '@photostructure/sqlite';
import { CamelCasePlugin, Kysely } from 'kysely';
import { createSqlStore } from '../create-sql-store.ts';
import { migrate, refuseNewerSchema } from '../migrations/migrate.ts';
import { releaseLeases } from '../operations/shared/release-leases.ts';
import type { Store } from '../port.ts';
import type { Schema } from '../schema.ts';
import { EmbeddedSqliteDialect } from './dialect.ts';
import { lockFile } from './lock-file.ts';
import { setPragmas } from './pragmas.ts';
import { isTableThere, SQLITE_SCHEMA } from './schema-form.ts';
import { toStoreError } from './to-store-error.ts';

const IN_MEMORY = ':memory:';

/**
 * Opens the database file, makes it when there is none, and brings its schema up to date. What the store acknowledges
 * survives a kill and a power cut. One process at a time: the lock ends with the process, also when it is killed; what
 * that had leased is free again at once, outbox entries among it as a `repeat`.
 * @param options.path of the file, or `:memory:` for one that is gone with the process
 * @throws {StoreError} `ERR_STORE_LOCKED`: another bridge runs on it; `ERR_STORE_NEWER`: update the library, the file
 * is as it was; `ERR_STORE_INVALID`: the file is no database; `ERR_STORE_UNAVAILABLE`: it cannot be opened
 */
export async function createSqliteStore({ path }: { path: string }): Promise<Store> {
  const where = path === IN_MEMORY ? 'the database in memory' : `the database ${path}`;
  try {
    const lock = path === IN_MEMORY ? undefined : lockFile(path);
    try {
      return await openDatabase(path, where, () => lock?.release());
    } catch (error) {
      lock?.release();
      throw error;
    }
  } catch (error) {
    throw toStoreError(error, where);
  }
}

async function openDatabase(path: string, where: string, onClosed: () => void): Promise<Store> {
  const database = new DatabaseSync(path);
  try {
    const db = new Kysely<Schema>({ dialect: new EmbeddedSqliteDialect(database), plugins: [new CamelCasePlugin()] });
    // Before the pragmas, the first of which changes the file.
    await refuseNewerSchema(db, { where, isTableThere });
    setPragmas(database);
    await migrate(db, { where, ...SQLITE_SCHEMA });
    // Nobody else can be at work on the file, so whoever leased something is dead.
    await releaseLeases(db);
    return createSqlStore({ db, toStoreError: (error) => toStoreError(error, where), onClosed });
  } catch (error) {
    database.close();
    throw error;
  }
}
