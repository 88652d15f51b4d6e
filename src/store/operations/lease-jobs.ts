import type { Kysely } from 'kysely';
import type { JobRow, Lease } from '../port.ts';
import { readJob } from '../rows/job.ts';
import type { Schema } from '../schema.ts';
import { leaseDue } from './lease-due.ts';

export async function leaseJobs(db: Kysely<Schema>, lease: Lease): Promise<JobRow[]> {
  // In a transaction, so that a row that cannot be read leaves no lease behind.
  return await db.transaction().execute(async (transaction) => {
    const records = await leaseDue(transaction, 'jobs', 'jobId', lease);
    return records.map(readJob).toSorted((a, b) => a.dueAt - b.dueAt || (a.jobId < b.jobId ? -1 : 1));
  });
}
