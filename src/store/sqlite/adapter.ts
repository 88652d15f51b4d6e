import { type Selectable, SqliteAdapter, sql, type Transaction } from 'kysely';
import type { OutboxRecord } from '../rows/outbox-entry.ts';
import type { Schema } from '../schema.ts';
import { compileOnce } from '../statements/compiled-statements.ts';
import type { Database, HeadLease, StoreAdapter } from '../statements/database.ts';
import { dueHeads, leasedBy } from '../statements/outbox-order.ts';

/** What is peculiar to SQLite, which has a single writer: nothing must be locked, and what is visible is complete. */
export class SqliteStoreAdapter extends SqliteAdapter implements StoreAdapter {
  /** SQLite supports schema changes in transactions, so a crash during a migration rolls it back completely. */
  override get supportsTransactionalDdl(): true {
    return true;
  }

  readonly columnTypes = {
    // Without autoincrement, SQLite reuses the numbers of deleted rows.
    ascendingKey: 'integer primary key autoincrement',
    text: 'text',
    // SQLite updates in place, and has nothing to vacuum.
    updatedInPlace: '',
    leased: '',
  };

  async tableExists(db: Database, table: string): Promise<boolean> {
    const tables = await db.introspection.getTables();
    return tables.some(({ name }) => name === table);
  }

  async lockMigrations(): Promise<void> {}

  async lockDeploys(): Promise<void> {}

  async settledHistory(): Promise<undefined> {}

  /**
   * The commit is written to the write-ahead log and not synced: the end of the process loses nothing, a power failure loses
   * what was committed since the last sync, which every other commit makes (sqlite.org/pragma.html#pragma_synchronous). The
   * setting is that of the only connection, and cannot be changed inside a transaction.
   */
  runLosable<Result>(db: Database, work: (transaction: Transaction<Schema>) => Promise<Result>): Promise<Result> {
    return db.connection().execute(async (connection) => {
      await sql`pragma synchronous = normal`.execute(connection);
      try {
        return await connection.transaction().execute(work);
      } finally {
        await sql`pragma synchronous = full`.execute(connection);
      }
    });
  }

  /** In two statements, which take two thirds of the time of one that finds and updates; a third where nothing is due. */
  async leaseHeads(db: Transaction<Schema>, lease: HeadLease): Promise<readonly Selectable<OutboxRecord>[]> {
    const { now, limit, owner, freeAt } = lease;
    const { rows: due } = await findDueHeads(db, { now, limit });
    if (due.length === 0) return [];
    const seqs = JSON.stringify(due.map(({ seq }) => seq));
    return (await leaseRows(db, { owner, freeAt, seqs })).rows;
  }
}

const findDueHeads = compileOnce<Pick<HeadLease, 'now' | 'limit'>, { readonly seq: number }>(dueHeads);

const leaseRows = compileOnce<
  Pick<HeadLease, 'owner' | 'freeAt'> & { readonly seqs: string },
  Selectable<OutboxRecord>
>((db, { seqs, ...values }) =>
  db
    .updateTable('outbox')
    .set((row) => leasedBy(values, row))
    .where(sql<boolean>`seq in (select value from json_each(${seqs}))`)
    .returningAll(),
);
