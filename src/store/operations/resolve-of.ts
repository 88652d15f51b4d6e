import type { Transaction } from 'kysely';
import type { Schema } from '../schema.ts';

/** The cause of its incidents is gone: the job went through. */
export async function resolveOf(db: Transaction<Schema>, jobId: string, at: number): Promise<void> {
  await db
    .updateTable('incidents')
    .set({ resolvedAt: at })
    .where('subject', '=', jobId)
    .where('resolvedAt', 'is', null)
    .execute();
}
