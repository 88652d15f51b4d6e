import type { Kysely, SelectQueryBuilder } from 'kysely';
import type { InstanceFilter, InstanceRow, Store, TokenCount } from '../../port.ts';
import { readInstance } from '../../rows/instance.ts';
import { readTexts } from '../../rows/read-json.ts';
import { searchTextOf } from '../../rows/search-text.ts';
import type { Schema } from '../../schema.ts';
import { idsOfVersion } from '../definitions/ids-of-version.ts';
import { contains } from '../shared/contains.ts';
import { countRows } from '../shared/count-rows.ts';
import { limitOf } from '../shared/page.ts';

export async function listInstances(
  db: Kysely<Schema>,
  filter: Parameters<Store['listInstances']>[0],
): Promise<InstanceRow[]> {
  let query = selectInstances(db, filter).selectAll('instances');
  const { after } = filter;
  if (after !== undefined) {
    const { startedAt, instanceId } = after;
    query = query.where((row) =>
      row.and([
        row('startedAt', '>=', startedAt),
        row.or([row('startedAt', '>', startedAt), row('instanceId', '>', instanceId)]),
      ]),
    );
  }
  const records = await query.orderBy('startedAt').orderBy('instanceId').limit(limitOf(filter)).execute();
  return records.map(readInstance);
}

export async function countInstances(db: Kysely<Schema>, filter: InstanceFilter): Promise<number> {
  return countRows(selectInstances(db, filter));
}

export async function countTokens(db: Kysely<Schema>, definitionId: string): Promise<TokenCount[]> {
  const records = await db
    .selectFrom('instances')
    .select(({ fn }) => ['currentNodes', fn.countAll<number | string>().as('instances')])
    .where('definitionId', 'in', (row) => idsOfVersion(row, definitionId))
    .where('endedAt', 'is', null)
    .groupBy('currentNodes')
    .execute();
  return records.map(({ currentNodes, instances }) => ({
    nodes: readTexts(currentNodes, { table: 'instances', id: definitionId }),
    instances: Number(instances),
  }));
}

type Selected = SelectQueryBuilder<Schema, 'instances', object>;

function selectInstances(db: Kysely<Schema>, filter: InstanceFilter): Selected {
  let query: Selected = db.selectFrom('instances');
  const { processId, definitionId, status, open, businessKey, initiator, startedFrom, startedBefore } = filter;
  if (processId !== undefined) query = query.where('processId', '=', processId);
  if (definitionId !== undefined) query = query.where('definitionId', 'in', (row) => idsOfVersion(row, definitionId));
  if (status !== undefined) query = query.where('status', '=', status);
  // The status says the same, but only this condition lets the index of open instances answer.
  if (status === 'running' || status === 'suspended') query = query.where('endedAt', 'is', null);
  if (open !== undefined) query = query.where('endedAt', open ? 'is' : 'is not', null);
  if (businessKey !== undefined) query = query.where('businessKey', '=', businessKey);
  if (initiator !== undefined) query = query.where('initiator', '=', initiator);
  if (startedFrom !== undefined) query = query.where('startedAt', '>=', startedFrom);
  if (startedBefore !== undefined) query = query.where('startedAt', '<', startedBefore);
  return whereSearched(whereHandled(query, filter), filter);
}

/** Only instances with an open task of this account and this group; not necessarily the same task. */
function whereHandled(query: Selected, { handler, group }: InstanceFilter): Selected {
  const handled = [
    ...(handler === undefined ? [] : [{ kind: 'account', name: handler } as const]),
    ...(group === undefined ? [] : [{ kind: 'group', name: group } as const]),
  ];
  return handled.reduce(
    (narrowed, { kind, name }) =>
      narrowed.where('instanceId', 'in', (row) =>
        row
          .selectFrom('taskHandlers')
          .innerJoin('tasks', 'tasks.taskId', 'taskHandlers.taskId')
          .select('tasks.instanceId')
          .where('taskHandlers.kind', '=', kind)
          .where('taskHandlers.name', '=', name)
          .where('tasks.closedAt', 'is', null),
      ),
    query,
  );
}

function whereSearched(query: Selected, { nodeId, text, problem }: InstanceFilter): Selected {
  let searched = query;
  if (nodeId !== undefined) {
    searched = searched.where('endedAt', 'is', null).where(contains('currentNodes', JSON.stringify(nodeId)));
  }
  if (text !== undefined) searched = searched.where(contains('searchText', searchTextOf([text])));
  if (problem === undefined) return searched;
  return searched.where((row) =>
    row.or([
      row(
        'instanceId',
        'in',
        row
          .selectFrom('incidents')
          .select('incidents.instanceId')
          .where('incidents.resolvedAt', 'is', null)
          .where('incidents.instanceId', 'is not', null),
      ),
      row(
        'instanceId',
        'in',
        row.selectFrom('outbox').select('outbox.instanceId').where('outbox.state', '=', 'parked'),
      ),
    ]),
  );
}
