import { type ExpressionBuilder, type ExpressionWrapper, type RawBuilder, type Selectable, sql } from 'kysely';
import { COUNTED_BY_LEASES } from '../rows/job.ts';
import type { Schema } from '../schema.ts';
import type { Database } from './database.ts';

export interface Lease {
  readonly now: number;
  /** Maximum number of rows; those that have been due the longest are taken first. */
  readonly limit: number;
  /** Must be longer than the work takes; the rows of a dead holder are released after it. */
  readonly leaseMs: number;
  /** Id of the holder; unique per bridge. */
  readonly owner: string;
}

/** A table whose rows are leased: its key, and the columns that say by whom, until when, and when the row is due. */
export interface LeasedTable {
  readonly table: 'instances' | 'jobs' | 'timerStarts' | 'outbox' | 'messages';
  readonly key: string;
  readonly ownerColumn: 'leaseOwner' | 'wakeOwner';
  readonly freeColumn: 'freeAt' | 'wakeFreeAt';
  readonly dueColumn: 'dueAt' | 'wakeAt';
}

const COLUMNS = { ownerColumn: 'leaseOwner', freeColumn: 'freeAt', dueColumn: 'dueAt' } as const;

/** In the order in which they are locked: instances before their rows, as in a step, to avoid deadlocks. */
export const LEASED: readonly LeasedTable[] = [
  { table: 'instances', key: 'instanceId', ownerColumn: 'wakeOwner', freeColumn: 'wakeFreeAt', dueColumn: 'wakeAt' },
  { table: 'jobs', key: 'jobId', ...COLUMNS },
  { table: 'timerStarts', key: 'seq', ...COLUMNS },
  { table: 'outbox', key: 'seq', ...COLUMNS },
  { table: 'messages', key: 'seq', ...COLUMNS },
];

/** Whoever holds a lease at this moment, each once. */
export function selectHolders(db: Database) {
  // Typed as one of the tables and its columns.
  const holdersOf = ({ table, ownerColumn }: LeasedTable) =>
    db
      .selectFrom(table as 'jobs')
      .select((row) => row.ref(ownerColumn as 'leaseOwner').as('holder'))
      .where(ownerColumn as 'leaseOwner', 'is not', null);
  return LEASED.map(holdersOf).reduce((all, each) => all.union(each));
}

/** The tables that `leaseDue` works on, and their keys; reports have an order, and so statements of their own. */
interface KeyOf {
  readonly jobs: 'jobId';
  readonly messages: 'seq';
  readonly timerStarts: 'seq';
}

/**
 * Leases due rows, most overdue first, and counts the attempt. Locked rows are skipped, so concurrent callers neither wait
 * for each other nor lease the same row. The result is not sorted.
 */
export async function leaseDue<Table extends keyof KeyOf>(
  db: Database,
  table: Table,
  key: KeyOf[Table],
  { now, limit, leaseMs, owner }: Lease,
): Promise<Selectable<Schema[Table]>[]> {
  // Typed as one of the tables, because these columns have the same names in all of them.
  const leased = table as 'jobs';
  const id = key as 'jobId';
  const records = await db
    .with('due', (due) =>
      due
        .selectFrom(leased)
        .select(id)
        .where('freeAt', '<=', now)
        .orderBy('freeAt')
        .orderBy(id)
        .limit(limit)
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .updateTable(leased)
    .set((row) => ({
      leaseOwner: owner,
      freeAt: now + leaseMs,
      attempts: row('attempts', '+', 1),
      // `leases` identifies the holder of a job; `attempts` cannot, because a deferred call does not count as an attempt.
      ...(table === 'jobs' && {
        leases: row('leases', '+', 1),
        // Whoever leases its own job again is still at work on it.
        begun: row.case().when('leaseOwner', '!=', owner).then(countLost(row)).else(row.ref('begun')).end(),
      }),
    }))
    .where(id, 'in', (row) => row.selectFrom('due').select(`due.${id}`))
    .returningAll()
    .execute();
  return records as unknown as Selectable<Schema[Table]>[];
}

/** What `begun` becomes when the holder of a job is lost. Beyond these, the holder has counted its attempt. */
export function countLost(row: ExpressionBuilder<Schema, 'jobs'>): ExpressionWrapper<Schema, 'jobs', number> {
  return row
    .case()
    .when('begun', '<', COUNTED_BY_LEASES)
    .then(row('begun', '+', 1))
    .else(row.ref('begun'))
    .end();
}

/** Whether nobody is at work on a row: it is not leased, or the lease has expired. */
export function isFree(at: number): RawBuilder<boolean> {
  return sql`(${sql.ref('leaseOwner')} is null or ${sql.ref('freeAt')} <= ${at})`;
}
