import type { Kysely } from 'kysely';
import type { OpenCount } from '../../port.ts';
import type { Schema } from '../../schema.ts';

const OPEN = ['running', 'suspended'] as const;

export async function countOpen(db: Kysely<Schema>): Promise<OpenCount[]> {
  const instances = await db
    .selectFrom('instances')
    .where('status', 'in', OPEN)
    .select(({ fn }) => ['processId', 'status', fn.countAll<number | string>().as('instances')])
    .groupBy(['processId', 'status'])
    .orderBy('processId')
    .orderBy('status')
    .execute();
  const tasks = await db
    .selectFrom('instances')
    .innerJoin('tasks', 'tasks.instanceId', 'instances.instanceId')
    .where('instances.status', 'in', OPEN)
    .where('tasks.closedAt', 'is', null)
    .select(({ fn }) => ['instances.processId', 'instances.status', fn.countAll<number | string>().as('openTasks')])
    .groupBy(['instances.processId', 'instances.status'])
    .execute();
  return instances.map(({ processId, status, instances: number }) => {
    const open = tasks.find((each) => each.processId === processId && each.status === status);
    // The PostgreSQL driver returns bigint as text.
    return {
      processId,
      status: status as OpenCount['status'],
      instances: Number(number),
      openTasks: Number(open?.openTasks ?? 0),
    };
  });
}
