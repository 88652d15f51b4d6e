import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';

export async function findSignalCatchers(db: Kysely<Schema>, name: string): Promise<string[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .innerJoin('instances', 'instances.instanceId', 'subscriptions.instanceId')
    .select('instances.instanceId')
    .distinct()
    .select('instances.startedAt')
    .where('subscriptions.kind', '=', 'signal')
    .where('subscriptions.name', '=', name)
    .orderBy('instances.startedAt')
    .orderBy('instances.instanceId')
    .execute();
  return rows.map(({ instanceId }) => instanceId);
}
