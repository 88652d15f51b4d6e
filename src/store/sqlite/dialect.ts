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
import { CompiledQuery, SqliteAdapter, SqliteDialect, SqliteDriver, SqliteQueryCompiler } from 'kysely';
import { storable } from '../storable.ts';

/** Kysely's SQLite dialect over the `node:sqlite` API, with transactions as the bridge needs them. */
export class EmbeddedSqliteDialect extends SqliteDialect {
  readonly #database: SqliteDatabase;
  readonly #isInTransaction: () => boolean;

  constructor(database: DatabaseSyncInstance) {
    const adapted = adaptDatabase(database);
    super({ database: adapted });
    this.#database = adapted;
    this.#isInTransaction = () => database.isTransaction;
  }

  override createDriver(): Driver {
    return new ImmediateDriver(this.#database, this.#isInTransaction);
  }

  override createAdapter(): DialectAdapter {
    return new TransactionalAdapter();
  }

  override createQueryCompiler(): QueryCompiler {
    return new UnlockedCompiler();
  }
}

const LOCKS = new Set<SelectModifierNode['modifier']>(['ForUpdate', 'ForNoKeyUpdate', 'SkipLocked']);

/** SQLite has no locks of rows, and needs none: whoever writes is alone. */
class UnlockedCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (!LOCKS.has(node.modifier)) super.visitSelectModifier(node);
  }
}

/**
 * A transaction takes the write lock when it begins. One that begins as a reader and then writes is refused by SQLite
 * at once, whatever the busy time-out, if somebody (a shell, a backup) wrote in between.
 */
class ImmediateDriver extends SqliteDriver {
  readonly #isInTransaction: () => boolean;

  constructor(database: SqliteDatabase, isInTransaction: () => boolean) {
    super({ database });
    this.#isInTransaction = isInTransaction;
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /**
   * The database answers without ever letting the event loop turn: a host that starts a thousand instances in a loop would
   * hear no call, and the bridge no answer of the center, before the last one.
   */
  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection);
    await setImmediate();
  }

  /**
   * A full disk and a fault of the file end the transaction by themselves (sqlite.org/lang_transaction.html). Rolled back
   * once more, the error would be that there is nothing to roll back, and nobody would hear of the disk.
   */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#isInTransaction()) await super.rollbackTransaction(connection);
  }
}

/** SQLite changes its schema within transactions; so a process that dies while migrating leaves nothing half done. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): true {
    return true;
  }
}

/** More than the store has, but for the statements whose number of rows varies. */
const KEPT_STATEMENTS = 200;

/** The shape of better-sqlite3, which Kysely expects. Statements are kept, since preparing one costs what running does. */
function adaptDatabase(database: DatabaseSyncInstance): SqliteDatabase {
  const kept = new Map<string, SqliteStatement>();
  return {
    close: () => {
      kept.clear();
      moveLogIntoFile(database);
      database.close();
    },
    prepare: (sql) => {
      const known = kept.get(sql);
      if (known !== undefined) return known;
      const statement = adaptStatement(database.prepare(sql));
      const [oldest] = kept.keys();
      if (kept.size >= KEPT_STATEMENTS && oldest !== undefined) kept.delete(oldest);
      kept.set(sql, statement);
      return statement;
    },
  };
}

/**
 * The driver cannot free a statement before the garbage collector does, and until then SQLite leaves the log beside the
 * file. So that the file alone is the whole database as soon as the store is closed, its log is emptied first.
 */
function moveLogIntoFile(database: DatabaseSyncInstance): void {
  try {
    database.exec('pragma wal_checkpoint(truncate)');
  } catch {
    // Everything is in the log, and the next one to open the file reads it there.
  }
}

function adaptStatement(statement: StatementSyncInstance): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...parameters.map(storable)),
    run: (parameters) => statement.run(...parameters.map(storable)),
    iterate: (parameters) => statement.iterate(...parameters.map(storable)),
  };
}
