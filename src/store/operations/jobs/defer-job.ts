import type { Kysely } from 'kysely';
import type { HeldJob } from '../../port.ts';
import type { Schema } from '../../schema.ts';

export async function deferJob(db: Kysely<Schema>, { jobId, leases }: HeldJob, dueAt: number): Promise<void> {
  await db
    .updateTable('jobs')
    .set((row) => ({ dueAt, freeAt: dueAt, leaseOwner: null, attempts: row('attempts', '-', 1) }))
    .where('jobId', '=', jobId)
    .where('leases', '=', leases)
    .where('leaseOwner', 'is not', null)
    .execute();
}
