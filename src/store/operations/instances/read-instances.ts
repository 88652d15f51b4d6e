import type { Kysely, Selectable } from 'kysely';
import type { InstanceRow } from '../../port.ts';
import { readInstance } from '../../rows/instance.ts';
import type { InstanceRecord, Schema } from '../../schema.ts';
import { compileOnce, findRow } from '../shared/compiled-statements.ts';

export async function getInstance(db: Kysely<Schema>, instanceId: string): Promise<InstanceRow | undefined> {
  const record = await findRow(db, 'instances', { instanceId });
  return record && readInstance(record);
}

export async function getInstanceOfTask(db: Kysely<Schema>, taskId: string): Promise<InstanceRow | undefined> {
  const { rows } = await findInstanceOfTask(db, { taskId });
  return rows[0] && readInstance(rows[0]);
}

const findInstanceOfTask = compileOnce<{ taskId: string }, Selectable<InstanceRecord>>((db, { taskId }) =>
  db
    .selectFrom('instances')
    .selectAll()
    .where('instanceId', '=', db.selectFrom('tasks').select('instanceId').where('taskId', '=', taskId)),
);

export async function findInstanceByStartKey(db: Kysely<Schema>, startKey: string): Promise<InstanceRow | undefined> {
  const record = await db.selectFrom('instances').selectAll().where('startKey', '=', startKey).executeTakeFirst();
  return record && readInstance(record);
}
