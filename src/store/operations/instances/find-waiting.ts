import type { Kysely } from 'kysely';
import type { EventSubscription } from '../../port.ts';
import type { Schema } from '../../schema.ts';

/** The instances with a subscription like this, oldest first. */
export async function findWaiting(
  db: Kysely<Schema>,
  subscription: Partial<Omit<EventSubscription, 'executionId'>>,
): Promise<string[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .innerJoin('instances', 'instances.instanceId', 'subscriptions.instanceId')
    .select(['instances.instanceId', 'instances.startedAt'])
    .distinct()
    .where((row) => row.and(subscription))
    .orderBy('instances.startedAt')
    .orderBy('instances.instanceId')
    .execute();
  return rows.map(({ instanceId }) => instanceId);
}
