import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { CamelCasePlugin, Kysely } from 'kysely';
import { InputError, StoreError } from '../../errors.ts';
import { createPrivateFile } from '../../private-file.ts';
import { releaseLost } from '../leases.ts';
import { migrate, readSchemaState, refuseOtherSchema, type SchemaState } from '../migrations/migrate.ts';
import type { Schema } from '../schema.ts';
import type { Database } from '../statements/database.ts';
import { createStore, type Store, type StoreAccess } from '../store.ts';
import type { StoreInspection } from '../store-inspection.ts';
import { EmbeddedSqliteDialect } from './dialect.ts';
import { DatabaseSync } from './driver.ts';
import { type FileNames, watchFileNames } from './file-names.ts';
import { inspectSqlite } from './inspect-sqlite.ts';
import { lockFile } from './lock-file.ts';
import { copyDatabase } from './save-copy.ts';
import { toStoreError } from './to-store-error.ts';

const IN_MEMORY = ':memory:';

/**
 * Opens or creates the database file and migrates its schema. Acknowledged writes survive a crash and a power failure. Only
 * one process at a time can use it: the lock ends with the process, even if it is killed; its leases are then released at
 * once, and outbox entries among them become a `repeat`.
 * A file that is created can be read by its owner alone.
 * @param options.path path of the file, or `:memory:` for a database that is lost when the process ends
 * @param options.access default: `service`
 * @param options.by who migrates it, for the history
 * @throws {InputError} `ERR_CONFIG_INVALID`: there is no such file to operate or to read
 * @throws {StoreError} `ERR_STORE_OLDER`: it must be migrated before it can be operated; `ERR_STORE_LOCKED`: another bridge uses it; `ERR_STORE_NEWER`: update the library, the file is
 * unchanged; `ERR_STORE_INVALID`: the file is not a database; `ERR_STORE_UNAVAILABLE`: it cannot be opened
 */
export async function createSqliteStore({
  path,
  access = 'service',
  by,
}: {
  path: string;
  access?: StoreAccess;
  by?: string | undefined;
}): Promise<Store> {
  const where = nameOf(path);
  if (access !== 'service') refuseMissing(path);
  try {
    if (access === 'read') return await openToRead(path, where);
    refuseDirectory(path);
    if (path !== IN_MEMORY) createPrivateFile(path);
    const lock = path === IN_MEMORY ? undefined : lockFile(path);
    try {
      return await openDatabase(path, { where, access, by, onClosed: () => lock?.release() });
    } catch (error) {
      lock?.release();
      throw error;
    }
  } catch (error) {
    throw withOwner(toStoreError(error, where), path);
  }
}

/** Says whose file it is that cannot be opened: most often one of root, who has run a command beside the service. */
function withOwner(error: StoreError, path: string): StoreError {
  if (error.code !== 'ERR_STORE_UNAVAILABLE' || path === IN_MEMORY) return error;
  const closed = [path, `${path}.lock`, `${path}-wal`, `${path}-shm`, dirname(path)].find(isClosed);
  if (closed === undefined) return error;
  const owner = statSync(closed, { throwIfNoEntry: false })?.uid ?? 'another';
  const own = process.getuid?.() ?? 'unknown';
  const message = `${error.message}. ${closed} belongs to user ${owner}, and this is user ${own}: give it to the user of the service (chown).`;
  return new StoreError(error.code, message, { details: error.details, cause: error.cause });
}

function isClosed(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES';
  }
}

/** SQLite says the same of it as of a directory that is missing. */
function refuseDirectory(path: string): void {
  if (!isDirectory(path)) return;
  throw new StoreError('ERR_STORE_UNAVAILABLE', `the database ${path} is a directory: give the path of a file`);
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    // There is none, or it cannot be looked at, which is said when it is opened.
    return false;
  }
}

/** Also while a service has the file open. @throws as {@link createSqliteStore} */
export async function readSqliteSchema({ path }: { path: string }): Promise<SchemaState> {
  refuseMissing(path);
  const where = nameOf(path);
  try {
    const db = toKysely(new DatabaseSync(path, { readOnly: true }));
    return await readSchemaState(db, where).finally(() => db.destroy());
  } catch (error) {
    throw toStoreError(error, where);
  }
}

/** Also while a service has the file open. @throws as {@link createSqliteStore} */
export async function inspectSqliteStore({ path }: { path: string }): Promise<StoreInspection> {
  refuseMissing(path);
  return inspectSqlite(path);
}

async function openToRead(path: string, where: string): Promise<Store> {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    database.exec('pragma busy_timeout = 2000');
    const db = toKysely(database);
    await refuseOtherSchema(db, where);
    const store = createStore({ db, toStoreError: (error) => toStoreError(error, where) });
    return { ...store, backup: backUp(path, where) };
  } catch (error) {
    database.close();
    throw error;
  }
}

interface Opening {
  readonly where: string;
  readonly access: Exclude<StoreAccess, 'read'>;
  readonly by: string | undefined;
  readonly onClosed: () => void;
}

async function openDatabase(path: string, { where, access, by, onClosed }: Opening): Promise<Store> {
  const database = new DatabaseSync(path);
  try {
    const unopened = toKysely(database);
    // Checked before the pragmas, because the first one changes the file.
    if (access === 'operate') await refuseOtherSchema(unopened, where);
    else await readSchemaState(unopened, where);
    setPragmas(database);
    const names = path === IN_MEMORY ? undefined : watchFileNames(path, database);
    const db = toKysely(database, names);
    if (access === 'service') await migrate(db, where, by);
    // No other process can use the file, so the holders of all leases are dead.
    await releaseLost(db);
    const store = createStore({ db, toStoreError: (error) => toStoreError(error, where), onClosed });
    return names === undefined ? store : { ...store, backup: backUp(path, where, names) };
  } catch (error) {
    database.close();
    throw error;
  }
}

function backUp(path: string, where: string, names?: FileNames): (target: string) => Promise<void> {
  return async (target) => {
    try {
      names?.check('commit');
      await copyDatabase(path, target);
    } catch (error) {
      throw error instanceof InputError ? error : toStoreError(error, where);
    }
  };
}

function toKysely(database: InstanceType<typeof DatabaseSync>, names?: FileNames): Database {
  return new Kysely<Schema>({ dialect: new EmbeddedSqliteDialect(database, names), plugins: [new CamelCasePlugin()] });
}

function nameOf(path: string): string {
  return path === IN_MEMORY ? 'the database in memory' : `the database ${path}`;
}

/** Otherwise a wrong path would be answered with a new database, in which nothing is wrong. */
function refuseMissing(path: string): void {
  if (path !== IN_MEMORY && existsSync(path)) return;
  const text =
    path === IN_MEMORY
      ? 'store: a database in memory ends with its service: operate it in the service'
      : `store: there is no file ${path}: check the path, which is relative to the current folder`;
  throw new InputError('ERR_CONFIG_INVALID', text, { details: { path: 'store' } });
}

/**
 * WAL with FULL: a commit is on the disk before it is acknowledged, with one sync per commit. fullfsync: without it, macOS
 * only writes to the cache of the drive. The busy timeout is short, because it blocks the whole process, and only a shell
 * or a backup can hold a lock.
 */
const PRAGMAS = [
  'journal_mode = WAL',
  'synchronous = FULL',
  'fullfsync = ON',
  'checkpoint_fullfsync = ON',
  'foreign_keys = ON',
  'busy_timeout = 2000',
];

/** Makes commits durable across crashes and power failures. Changes the file if it is new. */
export function setPragmas(database: DatabaseSyncInstance): void {
  for (const pragma of PRAGMAS) database.exec(`pragma ${pragma}`);
}
