import { setImmediate } from 'node:timers/promises';
import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';
import type {
  DatabaseConnection,
  DialectAdapter,
  Driver,
  QueryCompiler,
  SelectModifierNode,
  SqliteDatabase,
  SqliteStatement,
} from 'kysely';
import { CompiledQuery, SqliteDialect, SqliteDriver, SqliteQueryCompiler } from 'kysely';
import { evictOldest } from '../../lru-cache.ts';
import { replaceNul } from '../statements/replace-nul.ts';
import { SqliteStoreAdapter } from './adapter.ts';
import type { FileNames } from './file-names.ts';

/** Kysely's SQLite dialect for the `node:sqlite` API, with immediate transactions and cached statements. */
export class EmbeddedSqliteDialect extends SqliteDialect {
  readonly #database: SqliteDatabase;
  readonly #isInTransaction: () => boolean;
  readonly #names: FileNames | undefined;

  /** @param names of its files; undefined: in memory, or only read */
  constructor(database: DatabaseSyncInstance, names?: FileNames) {
    const adapted = adaptDatabase(database, names);
    super({ database: adapted });
    this.#database = adapted;
    this.#isInTransaction = () => database.isTransaction;
    this.#names = names;
  }

  override createDriver(): Driver {
    return new ImmediateDriver(this.#database, this.#isInTransaction, this.#names);
  }

  override createAdapter(): DialectAdapter {
    return new SqliteStoreAdapter();
  }

  override createQueryCompiler(): QueryCompiler {
    return new UnlockedCompiler();
  }
}

const LOCKS = new Set<SelectModifierNode['modifier']>(['ForUpdate', 'ForNoKeyUpdate', 'ForKeyShare', 'SkipLocked']);

/** Omits row locks, which SQLite does not have or need, because it has a single writer. */
class UnlockedCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (!LOCKS.has(node.modifier)) super.visitSelectModifier(node);
  }
}

/**
 * Takes the write lock at the begin of a transaction. SQLite refuses a transaction that reads and then writes, without
 * waiting for the busy timeout, if another process (a shell, a backup) has written in between.
 */
class ImmediateDriver extends SqliteDriver {
  readonly #isInTransaction: () => boolean;
  readonly #names: FileNames | undefined;

  constructor(database: SqliteDatabase, isInTransaction: () => boolean, names: FileNames | undefined) {
    super({ database });
    this.#isInTransaction = isInTransaction;
    this.#names = names;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    this.#names?.check('begin');
    return await super.acquireConnection();
  }

  override async releaseConnection(): Promise<void> {
    await super.releaseConnection();
    this.#names?.check('end');
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /**
   * Yields to the event loop, because the database calls are synchronous. Otherwise a host that starts a thousand instances
   * in a loop would handle no requests, and the bridge no answers of the center, before the last one.
   */
  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection);
    this.#names?.check('commit');
    await setImmediate();
  }

  /**
   * After a full disk or an I/O error, SQLite has already rolled back (sqlite.org/lang_transaction.html). A second rollback
   * would fail, and its error would hide the first one.
   */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#isInTransaction()) await super.rollbackTransaction(connection);
  }
}

/** More than the number of different statements, except those with a variable number of rows. */
const MAX_CACHED_STATEMENTS = 200;

/** Adapts to the API of better-sqlite3, which Kysely expects. Caches statements: preparing one takes as long as running it. */
function adaptDatabase(database: DatabaseSyncInstance, names: FileNames | undefined): SqliteDatabase {
  const cached = new Map<string, SqliteStatement>();
  return {
    close: () => {
      cached.clear();
      // What its name leads to may be another database by now.
      if (names?.areLost !== true) emptyWriteAheadLog(database);
      database.close();
    },
    prepare: (sql) => {
      const known = cached.get(sql);
      if (known !== undefined) return known;
      const statement = adaptStatement(database.prepare(sql));
      cached.set(sql, statement);
      evictOldest(cached, MAX_CACHED_STATEMENTS);
      return statement;
    },
  };
}

/**
 * Empties the write-ahead log before the database is closed, so that the file alone is the complete database. SQLite does
 * not do this on close, because the driver frees prepared statements only at garbage collection.
 */
function emptyWriteAheadLog(database: DatabaseSyncInstance): void {
  try {
    database.exec('pragma wal_checkpoint(truncate)');
  } catch {
    // Nothing is lost: the next process that opens the file reads the log.
  }
}

function adaptStatement(statement: StatementSyncInstance): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...parameters.map(replaceNul)),
    run: (parameters) => statement.run(...parameters.map(replaceNul)),
    iterate: (parameters) => statement.iterate(...parameters.map(replaceNul)),
  };
}
