import type { Kysely } from 'kysely';
import type { HeldJob } from '../../port.ts';
import type { Schema } from '../../schema.ts';

export async function retryJob(db: Kysely<Schema>, { jobId, leases }: HeldJob, dueAt: number): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ dueAt, freeAt: dueAt, leaseOwner: null })
    .where('jobId', '=', jobId)
    .where('leases', '=', leases)
    .where('leaseOwner', 'is not', null)
    .execute();
}
