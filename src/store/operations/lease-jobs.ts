import type { Kysely } from 'kysely';
import type { JobRow, Lease } from '../port.ts';
import { readJob } from '../rows/job.ts';
import type { Schema } from '../schema.ts';

export async function leaseJobs(db: Kysely<Schema>, { now, limit, leaseMs, owner }: Lease): Promise<JobRow[]> {
  // In a transaction, so that a row that cannot be read leaves no lease behind.
  return await db.transaction().execute(async (transaction) => {
    const records = await transaction
      .updateTable('jobs')
      .set((row) => ({ leaseOwner: owner, freeAt: now + leaseMs, attempts: row('attempts', '+', 1) }))
      .where('jobId', 'in', (jobs) =>
        jobs
          .selectFrom('jobs')
          .select('jobId')
          .where('freeAt', '<=', now)
          .orderBy('freeAt')
          .orderBy('jobId')
          .limit(limit),
      )
      // Asked again of the row itself: where two callers chose the same one, the second finds it taken.
      .where('freeAt', '<=', now)
      .returningAll()
      .execute();
    // What comes back has no order of its own.
    return records.map(readJob).toSorted((a, b) => a.dueAt - b.dueAt || (a.jobId < b.jobId ? -1 : 1));
  });
}
