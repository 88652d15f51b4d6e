import type { Kysely, Selectable } from 'kysely';
import type { Lease } from '../../port.ts';
import type { Schema } from '../../schema.ts';
import { countLost } from '../jobs/lost-attempts.ts';

/** The tables that are leased by this function, and their keys. */
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
  db: Kysely<Schema>,
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
