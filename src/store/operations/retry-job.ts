import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';

export async function retryJob(db: Kysely<Schema>, jobId: string, dueAt: number): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ dueAt, freeAt: dueAt, leaseOwner: null })
    .where('jobId', '=', jobId)
    .where('state', '=', 'queued')
    .execute();
}
