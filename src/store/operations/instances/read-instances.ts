import type { Kysely } from 'kysely';
import type { InstanceRow, Store } from '../../port.ts';
import { readInstance } from '../../rows/instance.ts';
import type { Schema } from '../../schema.ts';
import { pageOf } from '../shared/page.ts';

export async function getInstance(db: Kysely<Schema>, instanceId: string): Promise<InstanceRow | undefined> {
  const record = await db.selectFrom('instances').selectAll().where('instanceId', '=', instanceId).executeTakeFirst();
  return record && readInstance(record);
}

export async function getInstanceOfTask(db: Kysely<Schema>, taskId: string): Promise<InstanceRow | undefined> {
  const instanceId = db.selectFrom('tasks').select('instanceId').where('taskId', '=', taskId);
  const record = await db.selectFrom('instances').selectAll().where('instanceId', '=', instanceId).executeTakeFirst();
  return record && readInstance(record);
}

export async function findInstanceByStartKey(db: Kysely<Schema>, startKey: string): Promise<InstanceRow | undefined> {
  const record = await db.selectFrom('instances').selectAll().where('startKey', '=', startKey).executeTakeFirst();
  return record && readInstance(record);
}

export async function listInstances(
  db: Kysely<Schema>,
  filter: Parameters<Store['listInstances']>[0],
): Promise<InstanceRow[]> {
  const { limit, offset } = pageOf(filter);
  let query = db.selectFrom('instances').selectAll();
  if (filter.processId !== undefined) query = query.where('processId', '=', filter.processId);
  if (filter.status !== undefined) query = query.where('status', '=', filter.status);
  if (filter.businessKey !== undefined) query = query.where('businessKey', '=', filter.businessKey);
  const records = await query.orderBy('startedAt').orderBy('instanceId').limit(limit).offset(offset).execute();
  return records.map(readInstance);
}
