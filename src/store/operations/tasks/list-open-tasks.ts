import type { Kysely } from 'kysely';
import type { TaskRow } from '../../port.ts';
import { readTask } from '../../rows/task.ts';
import type { Schema } from '../../schema.ts';

export async function listOpenTasks(db: Kysely<Schema>, instanceId: string): Promise<TaskRow[]> {
  const records = await db
    .selectFrom('tasks')
    .selectAll()
    .where('instanceId', '=', instanceId)
    .where('closedAt', 'is', null)
    .execute();
  return records.map(readTask);
}
