import type { Transaction } from 'kysely';
import type { Schema } from '../../schema.ts';

/** The cause of its incidents is gone. A subject is a job, a task or an instance, whose ids are nobody else's. */
export async function resolveOf(db: Transaction<Schema>, subject: string, at: number): Promise<void> {
  await db
    .updateTable('incidents')
    .set({ resolvedAt: at })
    .where('subject', '=', subject)
    .where('resolvedAt', 'is', null)
    .execute();
}
