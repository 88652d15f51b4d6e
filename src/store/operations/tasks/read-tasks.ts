import type { Kysely } from 'kysely';
import type { TaskRow } from '../../port.ts';
import { readTask } from '../../rows/task.ts';
import type { Schema } from '../../schema.ts';
import { findRow } from '../shared/compiled-statements.ts';

export async function getTask(db: Kysely<Schema>, taskId: string): Promise<TaskRow | undefined> {
  const record = await findRow(db, 'tasks', { taskId });
  return record && readTask(record);
}

export async function listOpenTasks(db: Kysely<Schema>, instanceId: string): Promise<TaskRow[]> {
  const records = await db
    .selectFrom('tasks')
    .selectAll()
    .where('instanceId', '=', instanceId)
    .where('closedAt', 'is', null)
    .execute();
  return records.map(readTask);
}
