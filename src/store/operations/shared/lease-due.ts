import type { Kysely, Selectable } from 'kysely';
import type { Lease } from '../../port.ts';
import type { Schema } from '../../schema.ts';

/** The tables whose rows are leased alike, and their keys. */
interface KeyOf {
  readonly jobs: 'jobId';
  readonly messages: 'seq';
  readonly timerStarts: 'seq';
}

/**
 * Holds the rows that are due, most overdue first, and counts the attempt. A row that somebody else is about to change
 * is passed over, so callers that race neither wait for each other nor take the same one. What comes back is in no order.
 */
export async function leaseDue<Table extends keyof KeyOf>(
  db: Kysely<Schema>,
  table: Table,
  key: KeyOf[Table],
  { now, limit, leaseMs, owner }: Lease,
): Promise<Selectable<Schema[Table]>[]> {
  // To the compiler one of the tables: what leasing needs is called the same in all of them.
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
      // The attempts of a job do not tell its holders apart: one whose time had not come is none.
      ...(table === 'jobs' && { leases: row('leases', '+', 1) }),
    }))
    .where(id, 'in', (row) => row.selectFrom('due').select(`due.${id}`))
    .returningAll()
    .execute();
  return records as unknown as Selectable<Schema[Table]>[];
}
