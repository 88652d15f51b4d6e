import type { Kysely } from 'kysely';
import type { TaskRow } from '../../port.ts';
import { readTask } from '../../rows/task.ts';
import type { Schema } from '../../schema.ts';

export async function getTask(db: Kysely<Schema>, taskId: string): Promise<TaskRow | undefined> {
  const record = await db.selectFrom('tasks').selectAll().where('taskId', '=', taskId).executeTakeFirst();
  return record && readTask(record);
}
