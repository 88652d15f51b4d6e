import { setTimeout } from 'node:timers/promises';
import { PostgresAdapter, type Selectable, sql, type Transaction } from 'kysely';
import type { OutboxRecord } from '../rows/outbox-entry.ts';
import type { Schema } from '../schema.ts';
import { compileOnce } from '../statements/compiled-statements.ts';
import type { Database, HeadLease, StoreAdapter } from '../statements/database.ts';
import { dueHeads, leasedBy } from '../statements/outbox-order.ts';
import { sendAhead } from '../statements/send-ahead.ts';
import { ConnectionTrouble } from './to-store-error.ts';

/** Ids of advisory locks; arbitrary, but must never change. The second one is "depl" in ASCII. */
const MIGRATION_LOCK = 7_207_219_163_904_511;
const DEPLOY_LOCK = 0x64_65_70_6c;

/**
 * By default the server vacuums a table when a fifth of its rows is dead: at a million old rows, only after 200,000 updates
 * of the few that are open. Polls would read past all of them.
 */
const VACUUM_OFTEN =
  'autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000, ' +
  'autovacuum_analyze_scale_factor = 0.02, autovacuum_analyze_threshold = 1000';

/** What is peculiar to PostgreSQL. Locks are those of transactions, because a pooler shares sessions. */
export class PostgresStoreAdapter extends PostgresAdapter implements StoreAdapter {
  readonly columnTypes = {
    ascendingKey: 'bigint generated always as identity primary key',
    text: 'text collate "C"',
    // A third of each page stays free for the next version of its rows.
    updatedInPlace: `with (fillfactor = 70, ${VACUUM_OFTEN})`,
    leased: `with (${VACUUM_OFTEN})`,
  };

  /** Only where tables are created: a later schema of the search path may have those of another bridge. */
  async tableExists(db: Database, table: string): Promise<boolean> {
    const { rows } = await sql<{ found: boolean }>`
      select exists (select from pg_tables where schemaname = current_schema() and tablename = ${table}) as found
    `.execute(db);
    return rows[0]?.found === true;
  }

  async lockMigrations(db: Transaction<Schema>): Promise<void> {
    await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(db);
  }

  async lockDeploys(db: Transaction<Schema>): Promise<void> {
    await sql`select pg_advisory_xact_lock(${sql.lit(DEPLOY_LOCK)})`.execute(db);
  }

  settledHistory(db: Database): Promise<number> {
    return settledHistory(db);
  }

  /**
   * The commit does not wait for the disk; a crash of the server loses at most the last 0.6 s of such commits (three times
   * `wal_writer_delay`), and never anything between others. PostgreSQL, 30.4 Asynchronous Commit.
   */
  runLosable<Result>(db: Database, work: (transaction: Transaction<Schema>) => Promise<Result>): Promise<Result> {
    return db.transaction().execute(async (transaction) => {
      await sendAhead(transaction, sql`set local synchronous_commit = off`.compile(transaction));
      return await work(transaction);
    });
  }

  async leaseHeads(db: Transaction<Schema>, lease: HeadLease): Promise<readonly Selectable<OutboxRecord>[]> {
    return (await leaseDueHeads(db, lease)).rows;
  }
}

const leaseDueHeads = compileOnce<HeadLease, Selectable<OutboxRecord>>((db, lease) =>
  db
    .with('due', (due) => dueHeads(due, lease).forNoKeyUpdate().skipLocked())
    .updateTable('outbox')
    .set((row) => leasedBy(lease, row))
    .where('seq', 'in', (row) => row.selectFrom('due').select('due.seq'))
    .returningAll(),
);

const LOOK_AGAIN_MS = 3;

/** Longer than the server lets a transaction be idle. */
const PATIENCE_MS = 12_000;

/**
 * Returns the number up to which the history is complete: no entry with a lower number can be committed any more. Numbers
 * are assigned before the commit, so a lower number may become visible after a higher one, and a reader that continues from
 * the higher one would miss it.
 *
 * A writer holds a `RowExclusiveLock` on the table from before its first number until after its commit. So all numbers below
 * the highest visible one belong to transactions that have ended or hold this lock now. Only these are waited for, not
 * later ones. Writers do not wait and have no overhead.
 * @throws {ConnectionTrouble} a transaction writes for longer than the limits of the store allow
 */
async function settledHistory(db: Database): Promise<number> {
  const { highest } = await db
    .selectFrom('history')
    .select((row) => row.fn.max('seq').as('highest'))
    .executeTakeFirstOrThrow();
  if (highest === null) return 0;
  let writers = await writersNow(db);
  for (let waitedMs = 0; writers.size > 0; waitedMs += LOOK_AGAIN_MS) {
    if (waitedMs > PATIENCE_MS) throw new ConnectionTrouble('a transaction keeps writing to the history');
    await setTimeout(LOOK_AGAIN_MS);
    writers = new Set([...(await writersNow(db))].filter((writer) => writers.has(writer)));
  }
  return highest;
}

/** Ids of the transactions that hold the lock; unique while the server runs. */
async function writersNow(db: Database): Promise<Set<string>> {
  const { rows } = await sql<{ writer: string }>`
    select virtualtransaction as writer from pg_locks
    where locktype = 'relation' and relation = 'history'::regclass and mode = 'RowExclusiveLock' and granted
      and database = (select oid from pg_database where datname = current_database())
  `.execute(db);
  return new Set(rows.map(({ writer }) => writer));
}
