import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';

export async function resolveIncidents(
  db: Kysely<Schema>,
  instanceId: string,
  subject: string,
  at: number,
): Promise<void> {
  await db
    .updateTable('incidents')
    .set({ resolvedAt: at })
    .where('instanceId', '=', instanceId)
    .where('subject', '=', subject)
    .where('resolvedAt', 'is', null)
    .execute();
}
