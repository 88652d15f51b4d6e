import type { Kysely } from 'kysely';
import type { SigningKeyCount } from '../../port.ts';
import type { Schema } from '../../schema.ts';

export async function countSigningKeys(db: Kysely<Schema>): Promise<SigningKeyCount[]> {
  const records = await db
    .selectFrom('tasks')
    .where('tasks.instanceId', 'in', db.selectFrom('instances').select('instanceId').where('endedAt', 'is', null))
    .select(({ fn, eb }) => [
      'tasks.signingKeyId as keyId',
      fn.countAll<number>().as('tasks'),
      fn
        .sum<number>(
          eb.case().when('tasks.state', 'in', ['IN_PROGRESS', 'SUSPENDED']).then(eb.lit(1)).else(eb.lit(0)).end(),
        )
        .as('openTasks'),
    ])
    .groupBy('tasks.signingKeyId')
    .orderBy('tasks.signingKeyId')
    .execute();
  return records.map(({ keyId, tasks, openTasks }) => ({
    keyId,
    openTasks: Number(openTasks),
    handledTasks: Number(tasks) - Number(openTasks),
  }));
}
