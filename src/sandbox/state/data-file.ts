import { resolve } from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { StoreError } from '../../errors.ts';
import { createPrivateFile } from '../../private-file.ts';
import { lockDataFile } from './lock-data-file.ts';
import { toDataFileError } from './to-data-file-error.ts';

/** What one row is about. */
export type RowKind =
  | 'task'
  | 'transaction'
  | 'unknown'
  | 'transType'
  | 'message'
  | 'reading'
  | 'statusUrl'
  | 'diagramUrl'
  | 'ahead';

export interface Row {
  readonly kind: RowKind;
  /** Unique among rows of its kind; writing a row with the same key replaces it. */
  readonly key: string;
  /** Stored as JSON. */
  readonly body: unknown;
}

/** The stored state of a sandbox: one SQLite file, used by one sandbox at a time. */
export interface DataFile {
  /** In the order in which the rows were first written. */
  read(): Row[];
  /**
   * Writes all rows or none; they are on the disk when it returns.
   * @throws {StoreError} `ERR_STORE_UNAVAILABLE`, `ERR_STORE_INVALID`: nothing was written
   */
  write(rows: readonly Row[]): void;
  close(): void;
}

/** "TTCS", which distinguishes the file of a sandbox from other SQLite files. */
const APPLICATION_ID = 0x54544353;

const SCHEMA_VERSION = 1;

/** The key is a column, so that a row is found without parsing its JSON. */
const SCHEMA = `
  create table entry (
    number integer primary key autoincrement,
    kind text not null,
    key text not null,
    body text not null,
    unique (kind, key)
  );
  pragma application_id = ${APPLICATION_ID};
  pragma user_version = ${SCHEMA_VERSION};
`;

/**
 * Opens or creates the data file of a sandbox. What is written survives a killed process and a power cut. Others may
 * read the file meanwhile; the lock ends with the process, however the process ends.
 * @throws {StoreError} `ERR_STORE_LOCKED`: another sandbox uses it; `ERR_STORE_NEWER`: a newer version wrote it;
 * `ERR_STORE_INVALID`: it is not the data file of a sandbox, or damaged; `ERR_STORE_UNAVAILABLE`: it cannot be opened.
 * An existing file is not changed
 */
export function openDataFile(path: string): DataFile {
  const absolute = resolve(path);
  return naming(path, () => {
    // It holds signed addresses, with which buttons can be pressed.
    createPrivateFile(absolute);
    const database = new DatabaseSync(absolute);
    let lock: { release(): void } | undefined;
    const close = () => {
      database.close();
      lock?.release();
    };
    try {
      // Before locking, which creates a file next to one that may not be ours.
      identify(database, path);
      lock = lockDataFile(absolute);
      prepare(database, path);
      return {
        ...statementsOf(database, path),
        close() {
          moveLogIntoFile(database);
          close();
        },
      };
    } catch (error) {
      close();
      throw error;
    }
  });
}

function prepare(database: DatabaseSyncInstance, path: string): void {
  const isNew = identify(database, path) === 'new';
  for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'fullfsync = ON', 'checkpoint_fullfsync = ON']) {
    database.exec(`pragma ${pragma}`);
  }
  if (isNew) database.exec(`begin exclusive; ${SCHEMA} commit`);
}

/** Whether the file is new or a data file of a sandbox; any other file is refused before it is changed. */
function identify(database: DatabaseSyncInstance, path: string): 'new' | 'known' {
  const read = (sql: string) => Number(Object.values(database.prepare(sql).get() ?? {})[0]);
  const application = read('pragma application_id');
  const version = read('pragma user_version');
  const objects = read('select count(*) from sqlite_schema');
  if (application === 0 && version === 0 && objects === 0) return 'new';
  if (application !== APPLICATION_ID) {
    throw new StoreError('ERR_STORE_INVALID', `${path} is not the data file of a sandbox: choose another file`);
  }
  if (version > SCHEMA_VERSION) {
    const versions = `schema ${version}, this version knows ${SCHEMA_VERSION}`;
    const message = `a newer version of the sandbox wrote ${path} (${versions}): update the package or use another file`;
    throw new StoreError('ERR_STORE_NEWER', message);
  }
  return 'known';
}

function statementsOf(database: DatabaseSyncInstance, path: string): Pick<DataFile, 'read' | 'write'> {
  const select = database.prepare('select kind, key, body from entry order by number');
  const upsert = database.prepare(
    'insert into entry (kind, key, body) values (?, ?, ?) on conflict (kind, key) do update set body = excluded.body',
  );
  return {
    read: () =>
      naming(path, () =>
        select.all().map((row) => {
          const { kind, key, body } = row as { kind: RowKind; key: string; body: string };
          return { kind, key, body: JSON.parse(body) as unknown };
        }),
      ),
    write: (rows) =>
      naming(path, () => {
        if (!database.isOpen) throw new StoreError('ERR_STORE_UNAVAILABLE', `${path} is closed`);
        database.exec('begin immediate');
        try {
          for (const { kind, key, body } of rows) upsert.run(kind, key, JSON.stringify(body));
          database.exec('commit');
        } catch (error) {
          // A full disk may have ended the transaction already.
          if (database.isTransaction) database.exec('rollback');
          throw error;
        }
      }),
  };
}

/** Checkpoints the write-ahead log, so that the file is complete without it. */
function moveLogIntoFile(database: DatabaseSyncInstance): void {
  try {
    database.exec('pragma wal_checkpoint(truncate)');
  } catch {
    // The log has everything, and whoever opens the file next reads it from there.
  }
}

function naming<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw toDataFileError(error, path);
  }
}
