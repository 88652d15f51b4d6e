import type { Kysely } from 'kysely';
import type { InstanceRow } from '../../port.ts';
import { readInstance } from '../../rows/instance.ts';
import type { Schema } from '../../schema.ts';

export async function getInstance(db: Kysely<Schema>, instanceId: string): Promise<InstanceRow | undefined> {
  const record = await db.selectFrom('instances').selectAll().where('instanceId', '=', instanceId).executeTakeFirst();
  return record && readInstance(record);
}

export async function getInstanceOfTask(db: Kysely<Schema>, taskId: string): Promise<InstanceRow | undefined> {
  const instanceId = db.selectFrom('tasks').select('instanceId').where('taskId', '=', taskId);
  const record = await db.selectFrom('instances').selectAll().where('instanceId', '=', instanceId).executeTakeFirst();
  return record && readInstance(record);
}
