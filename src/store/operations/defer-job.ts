import type { Kysely } from 'kysely';
import type { HeldJob } from '../port.ts';
import type { Schema } from '../schema.ts';

export async function deferJob(db: Kysely<Schema>, { jobId, attempts }: HeldJob, dueAt: number): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ dueAt, freeAt: dueAt, leaseOwner: null, attempts: attempts - 1 })
    .where('jobId', '=', jobId)
    .where('attempts', '=', attempts)
    .where('state', '=', 'queued')
    .execute();
}
