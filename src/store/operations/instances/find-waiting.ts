import type { Kysely } from 'kysely';
import type { EventSubscription } from '../../port.ts';
import type { Schema } from '../../schema.ts';

/** Returns the instances with such a subscription, oldest first. */
async function findWaiting(
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

export async function findSubscribers(db: Kysely<Schema>, name: string, correlationKey: string): Promise<string[]> {
  return await findWaiting(db, { kind: 'message', name, correlationKey });
}

export async function findSignalCatchers(db: Kysely<Schema>, name: string): Promise<string[]> {
  return await findWaiting(db, { kind: 'signal', name });
}
