import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';

export async function findSubscribers(db: Kysely<Schema>, name: string, correlationKey: string): Promise<string[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .innerJoin('instances', 'instances.instanceId', 'subscriptions.instanceId')
    .select('instances.instanceId')
    .distinct()
    .select('instances.startedAt')
    .where('subscriptions.kind', '=', 'message')
    .where('subscriptions.name', '=', name)
    .where('subscriptions.correlationKey', '=', correlationKey)
    .orderBy('instances.startedAt')
    .orderBy('instances.instanceId')
    .execute();
  return rows.map(({ instanceId }) => instanceId);
}
