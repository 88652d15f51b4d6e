import type { Kysely, Selectable } from 'kysely';
import type { InstanceRow, Store } from '../../port.ts';
import { readInstance } from '../../rows/instance.ts';
import type { InstanceRecord, Schema } from '../../schema.ts';
import { idsOfVersion } from '../definitions/ids-of-version.ts';
import { compileOnce, findRow } from '../shared/compiled-statements.ts';
import { pageOf } from '../shared/page.ts';

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

export async function listInstances(
  db: Kysely<Schema>,
  filter: Parameters<Store['listInstances']>[0],
): Promise<InstanceRow[]> {
  const { limit, offset } = pageOf(filter);
  let query = db.selectFrom('instances').selectAll();
  if (filter.processId !== undefined) query = query.where('processId', '=', filter.processId);
  if (filter.status !== undefined) query = query.where('status', '=', filter.status);
  if (filter.businessKey !== undefined) query = query.where('businessKey', '=', filter.businessKey);
  if (filter.initiator !== undefined) query = query.where('initiator', '=', filter.initiator);
  if (filter.isOpen) query = query.where('status', 'in', ['running', 'suspended']);
  const { after, definitionId } = filter;
  if (definitionId !== undefined) query = query.where('definitionId', 'in', (row) => idsOfVersion(row, definitionId));
  if (after !== undefined) {
    const { startedAt, instanceId } = after;
    query = query.where((row) =>
      row.and([
        row('startedAt', '>=', startedAt),
        row.or([row('startedAt', '>', startedAt), row('instanceId', '>', instanceId)]),
      ]),
    );
  }
  const records = await query.orderBy('startedAt').orderBy('instanceId').limit(limit).offset(offset).execute();
  return records.map(readInstance);
}
