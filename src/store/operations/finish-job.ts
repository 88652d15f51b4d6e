import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';

export async function finishJob(db: Kysely<Schema>, jobId: string): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ state: 'done', freeAt: null, leaseOwner: null })
    .where('jobId', '=', jobId)
    .where('state', '=', 'queued')
    .execute();
}
