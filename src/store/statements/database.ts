import type { DialectAdapter, Kysely, Selectable, Transaction } from 'kysely';
import type { OutboxRecord } from '../rows/outbox-entry.ts';
import type { Schema } from '../schema.ts';

/** The database that an operation works on: connections of a pool, or the transaction of its caller. */
export type Database = Kysely<Schema>;

/** Runs statements in the transaction of the caller, or else in one of their own. A driver sets its time limits only in transactions. */
export function inTransaction<Result>(
  db: Database,
  work: (transaction: Transaction<Schema>) => Promise<Result>,
): Promise<Result> {
  return db.isTransaction ? work(db as Transaction<Schema>) : db.transaction().execute(work);
}

/** What of the schema differs between SQLite and PostgreSQL, in SQL. */
export interface ColumnTypes {
  /** A primary key that increases and is never reused. */
  readonly ascendingKey: string;
  /** Compared byte by byte, so that the order and indexes do not depend on the locale of the machine. */
  readonly text: string;
  /** After the columns of a table whose rows are updated at every step, in columns without an index. */
  readonly updatedInPlace: string;
  /** After the columns of a table whose rows are leased and settled, and so updated in indexed columns. */
  readonly leased: string;
}

/** What differs between SQLite and PostgreSQL beside the SQL that Kysely writes for them. */
export interface StoreAdapter extends DialectAdapter {
  readonly columnTypes: ColumnTypes;
  tableExists(db: Database, table: string): Promise<boolean>;
  /** Takes a lock until the end of the transaction, so that only one process migrates at a time. */
  lockMigrations(db: Transaction<Schema>): Promise<void>;
  /**
   * Takes a lock until the end of the transaction, so that deployments run one at a time. Without it, two first deployments of
   * the same processes could deadlock, because there are no rows yet to lock in a fixed order.
   */
  lockDeploys(db: Transaction<Schema>): Promise<void>;
  /** The `seq` up to which the history is complete; undefined: all visible entries. */
  settledHistory(db: Database): Promise<number | undefined>;
  /** Runs a transaction whose commit does not wait for the disk; only for what is harmless to lose. */
  runLosable<Result>(db: Database, work: (transaction: Transaction<Schema>) => Promise<Result>): Promise<Result>;
  /** Leases the heads of the outbox that are the most overdue; those that another holder is just leasing are skipped. */
  leaseHeads(db: Transaction<Schema>, lease: HeadLease): Promise<readonly Selectable<OutboxRecord>[]>;
}

export type HeadLease = {
  readonly now: number;
  readonly limit: number;
  readonly owner: string;
  /** When the lease expires. */
  readonly freeAt: number;
};

export function adapterOf(db: Database): StoreAdapter {
  return db.getExecutor().adapter as StoreAdapter;
}
