import { setImmediate as endOfTurn } from 'node:timers/promises';
import { type ExpressionBuilder, sql, type Transaction } from 'kysely';
import { COUNTED_BY_LEASES } from './rows/job.ts';
import type { Schema } from './schema.ts';
import { compileOnce } from './statements/compiled-statements.ts';
import { type Database, inTransaction } from './statements/database.ts';
import { countLost, LEASED, type LeasedTable } from './statements/leasing.ts';
import { isOutboxHead } from './statements/outbox-order.ts';

/** Kinds of work with a due time. */
export type DueKind = 'job' | 'wake-up' | 'timer-start' | 'outbox' | 'message';

type DueTimes = Readonly<Record<DueKind, number | null>>;

/** What callers of this turn of the event loop wait for. */
const asked = new WeakMap<Database, Promise<DueTimes>>();

/**
 * The time when the next job, wake-up, timer start, outbox head or message is due, or when its lease expires; null: none.
 * Calls in one turn of the event loop share one statement.
 * @param kind default: all kinds
 */
export async function nextDueAt(db: Database, kind?: DueKind): Promise<number | null> {
  const shared = asked.get(db) ?? readTogether(db);
  asked.set(db, shared);
  const dueTimes = await shared;
  if (kind !== undefined) return dueTimes[kind];
  const known = Object.values(dueTimes).filter((time) => time !== null);
  return known.length === 0 ? null : Math.min(...known);
}

/** Reads after all calls of this turn, and so everything that was committed before them. */
async function readTogether(db: Database): Promise<DueTimes> {
  await endOfTurn();
  asked.delete(db);
  const { rows } = await firstDueTimes(db, {});
  const [{ job = null, wakeUp = null, timerStart = null, outbox = null, message = null } = {}] = rows;
  return { job, 'wake-up': wakeUp, 'timer-start': timerStart, outbox, message };
}

type FirstDueTimes = Readonly<Record<'job' | 'wakeUp' | 'timerStart' | 'outbox' | 'message', number | null>>;

const firstDueTimes = compileOnce<Record<never, never>, FirstDueTimes>((db) =>
  db.selectNoFrom([
    firstFreeAt(db, 'jobs').as('job'),
    firstFreeAt(db, 'timerStarts').as('timerStart'),
    firstFreeAt(db, 'messages').as('message'),
    db
      .selectFrom('instances')
      .select('wakeFreeAt')
      .where('wakeFreeAt', 'is not', null)
      .orderBy('wakeFreeAt')
      .limit(sql.lit(1))
      .as('wakeUp'),
    db
      .selectFrom('outbox')
      .select('outbox.freeAt')
      .where('outbox.freeAt', 'is not', null)
      .where(isOutboxHead)
      .orderBy('outbox.freeAt')
      .limit(sql.lit(1))
      .as('outbox'),
  ]),
);

function firstFreeAt(db: Database, table: 'jobs' | 'timerStarts' | 'messages') {
  return db.selectFrom(table).select('freeAt').where('freeAt', 'is not', null).orderBy('freeAt').limit(sql.lit(1));
}

/**
 * Releases all leases of an owner, when a bridge is closed. Outbox entries among them become a `repeat`; attempts of jobs do
 * not count, because nothing failed. After a crash,
 * {@link releaseLost} does it, or the leases expire; other bridges only get the rows later.
 */
export async function releaseLeases(db: Database, owner: string): Promise<void> {
  await releaseAll(db, owner, (row) => ({ begun: forgetHeld(row), attempts: row('attempts', '-', 1) }));
}

/**
 * Releases all leases of an owner who has died, as if they had expired: attempts of jobs count as ones that did not come
 * back. If it is alive after all, it changes nothing in these rows any more, and they are worked on again with the same ids.
 * @param owner default: all owners; use this only if no other process can use the database
 */
export async function releaseLost(db: Database, owner?: string): Promise<void> {
  await releaseAll(db, owner, (row) => ({ begun: countLost(row) }));
}

type JobExpressions = ExpressionBuilder<Schema, 'jobs'>;

async function releaseAll(
  db: Database,
  owner: string | undefined,
  jobChanges: (row: JobExpressions) => object,
): Promise<void> {
  /** What else changes in a row that is released. */
  const changes: Partial<Record<keyof Schema, (row: JobExpressions) => object>> = {
    jobs: jobChanges,
    // An entry that is still leased was not settled, but may have been sent.
    outbox: () => ({ repeat: 1 }),
    // A message may have been sent; it is sent again with the same sendId.
  };
  await inTransaction(db, async (transaction) => {
    for (const leased of LEASED) await releaseHeld(transaction, owner, leased, changes[leased.table]);
  });
}

async function releaseHeld(
  db: Transaction<Schema>,
  owner: string | undefined,
  { table, key, ownerColumn, freeColumn, dueColumn }: LeasedTable,
  changes: ((row: JobExpressions) => object) | undefined,
): Promise<void> {
  // Typed as one of the tables and its columns.
  const [held, id, holder, due] = [table as 'jobs', key as 'jobId', ownerColumn as 'leaseOwner', dueColumn as 'dueAt'];
  await db
    .with('held', (rows) =>
      rows
        .selectFrom(held)
        .select(id)
        .where((row) => (owner === undefined ? row(holder, 'is not', null) : row(holder, '=', owner)))
        // Rows are locked in the order of their keys, to avoid deadlocks.
        .orderBy(holder)
        .orderBy(id)
        .forNoKeyUpdate(),
    )
    .updateTable(held)
    .set((row) => ({ ...changes?.(row), [freeColumn]: row.ref(due), [holder]: null }))
    .where(id, 'in', (row) => row.selectFrom('held').select(`held.${id}`))
    .execute();
}

/** What `begun` becomes when the holder of a job releases it: its process is alive, so the attempt does not count. */
function forgetHeld(row: JobExpressions) {
  return row
    .case()
    .when('begun', '>', COUNTED_BY_LEASES)
    .then(row('begun', '-', 1))
    .else(row.ref('begun'))
    .end();
}

/** The tables whose rows are called outside of a transaction, and the keys by which their holders know them. */
const CALLED = { jobs: 'jobId', messages: 'sendId', outbox: 'seq' } as const;

type CalledTable = keyof typeof CALLED;

/**
 * Checks before a call that its rows are still leased to their holder, and begins their leases again. A lease that has
 * expired is renewed as well, if nobody else has taken the row.
 * @param renewal.freeAt when the leases expire
 * @returns the keys of those that are; the others must not be called, because somebody else does it or has done it
 */
export async function renewLeases(
  db: Database,
  table: CalledTable,
  keys: readonly (string | number)[],
  renewal: { readonly owner: string; readonly freeAt: number },
): Promise<(string | number)[]> {
  // Typed as one of the tables and its key.
  const [called, id] = [table as 'jobs', CALLED[table] as 'jobId'];
  const rows = await inTransaction(db, (transaction) =>
    transaction
      .with('held', (held) =>
        held
          .selectFrom(called)
          .select(id)
          .where(id, 'in', keys as string[])
          .where('leaseOwner', '=', renewal.owner)
          // Rows are locked in the order of their keys, to avoid deadlocks.
          .orderBy(id)
          .forNoKeyUpdate(),
      )
      .updateTable(called)
      .set({ freeAt: renewal.freeAt })
      .where(id, 'in', (row) => row.selectFrom('held').select(`held.${id}`))
      .returning(id)
      .execute(),
  );
  return rows.map((row) => row[id]);
}
