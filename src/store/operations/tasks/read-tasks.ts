import type { Kysely } from 'kysely';
import type { Store, TaskRow } from '../../port.ts';
import { readTask } from '../../rows/task.ts';
import type { Schema } from '../../schema.ts';
import { findRow } from '../shared/compiled-statements.ts';
import { pageOf } from '../shared/page.ts';

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

export async function listTasks(db: Kysely<Schema>, filter: Parameters<Store['listTasks']>[0]): Promise<TaskRow[]> {
  const { limit, offset } = pageOf(filter);
  const { handler } = filter;
  let query = db.selectFrom('tasks').selectAll();
  if (filter.instanceId !== undefined) query = query.where('instanceId', '=', filter.instanceId);
  if (filter.state !== undefined) query = query.where('state', '=', filter.state);
  if (handler !== undefined) {
    query = query.where('taskId', 'in', (tasks) =>
      tasks.selectFrom('taskHandlers').select('taskHandlers.taskId').where('account', '=', handler),
    );
  }
  const records = await query.orderBy('createdAt').orderBy('seq').limit(limit).offset(offset).execute();
  return records.map(readTask);
}
