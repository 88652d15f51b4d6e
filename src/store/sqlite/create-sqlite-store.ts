import { DatabaseSync } from '@photostructure/sqlite';
import { CamelCasePlugin, Kysely } from 'kysely';
import { createSqlStore } from '../create-sql-store.ts';
import { migrate, refuseNewerSchema } from '../migrations/migrate.ts';
import { releaseLeases } from '../operations/shared/release-leases.ts';
import type { Store } from '../port.ts';
import type { Schema } from '../schema.ts';
import { createPrivateFile } from './create-private-file.ts';
import { EmbeddedSqliteDialect } from './dialect.ts';
import { lockFile } from './lock-file.ts';
import { setPragmas } from './pragmas.ts';
import { SQLITE_SCHEMA, tableExists } from './schema-form.ts';
import { toStoreError } from './to-store-error.ts';

const IN_MEMORY = ':memory:';

/**
 * Opens or creates the database file and migrates its schema. Acknowledged writes survive a crash and a power failure. Only
 * one process at a time can use it: the lock ends with the process, even if it is killed; its leases are then released at
 * once, and outbox entries among them become a `repeat`.
 * A file that is created can be read by its owner alone.
 * @param options.path path of the file, or `:memory:` for a database that is lost when the process ends
 * @throws {StoreError} `ERR_STORE_LOCKED`: another bridge uses it; `ERR_STORE_NEWER`: update the library, the file is
 * unchanged; `ERR_STORE_INVALID`: the file is not a database; `ERR_STORE_UNAVAILABLE`: it cannot be opened
 */
export async function createSqliteStore({ path }: { path: string }): Promise<Store> {
  const where = path === IN_MEMORY ? 'the database in memory' : `the database ${path}`;
  try {
    if (path !== IN_MEMORY) createPrivateFile(path);
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
    // Checked before the pragmas, because the first one changes the file.
    await refuseNewerSchema(db, { where, tableExists });
    setPragmas(database);
    await migrate(db, { where, ...SQLITE_SCHEMA });
    // No other process can use the file, so the holders of all leases are dead.
    await releaseLeases(db);
    return createSqlStore({ db, toStoreError: (error) => toStoreError(error, where), onClosed });
  } catch (error) {
    database.close();
    throw error;
  }
}
