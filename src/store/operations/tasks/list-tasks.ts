import type { Kysely, SelectQueryBuilder } from 'kysely';
import type { Store, TaskFilter, TaskRow } from '../../port.ts';
import { searchTextOf } from '../../rows/search-text.ts';
import { readTask } from '../../rows/task.ts';
import type { Schema } from '../../schema.ts';
import { contains } from '../shared/contains.ts';
import { countRows } from '../shared/count-rows.ts';
import { limitOf } from '../shared/page.ts';

export async function listTasks(db: Kysely<Schema>, filter: Parameters<Store['listTasks']>[0]): Promise<TaskRow[]> {
  let query = selectTasks(db, filter).selectAll('tasks');
  const { after } = filter;
  if (after !== undefined) {
    const { createdAt, taskId } = after;
    query = query.where((row) =>
      row.and([
        row('createdAt', '>=', createdAt),
        row.or([
          row('createdAt', '>', createdAt),
          row('seq', '>', row.selectFrom('tasks as last').select('last.seq').where('last.taskId', '=', taskId)),
        ]),
      ]),
    );
  }
  const records = await query.orderBy('createdAt').orderBy('seq').limit(limitOf(filter)).execute();
  return records.map(readTask);
}

export async function countTasks(db: Kysely<Schema>, filter: TaskFilter): Promise<number> {
  return countRows(selectTasks(db, filter));
}

type Selected = SelectQueryBuilder<Schema, 'tasks', object>;

function selectTasks(db: Kysely<Schema>, filter: TaskFilter): Selected {
  let query: Selected = db.selectFrom('tasks');
  const { instanceId, nodeId, state, open, createdFrom, createdBefore, text } = filter;
  if (instanceId !== undefined) query = query.where('instanceId', '=', instanceId);
  if (nodeId !== undefined) query = query.where('nodeId', '=', nodeId);
  if (state !== undefined) query = query.where('state', '=', state);
  // The state says the same, but only this condition lets the index of open tasks answer.
  if (state === 'IN_PROGRESS' || state === 'SUSPENDED') query = query.where('closedAt', 'is', null);
  if (open !== undefined) query = query.where('closedAt', open ? 'is' : 'is not', null);
  if (createdFrom !== undefined) query = query.where('createdAt', '>=', createdFrom);
  if (createdBefore !== undefined) query = query.where('createdAt', '<', createdBefore);
  if (text !== undefined) query = query.where(contains('searchText', searchTextOf([text])));
  return whereOfInstance(whereHandled(query, filter), filter);
}

function whereOfInstance(query: Selected, { processId, initiator }: TaskFilter): Selected {
  if (processId === undefined && initiator === undefined) return query;
  return query.where('instanceId', 'in', (row) => {
    let instances = row.selectFrom('instances').select('instances.instanceId');
    if (processId !== undefined) instances = instances.where('instances.processId', '=', processId);
    if (initiator !== undefined) instances = instances.where('instances.initiator', '=', initiator);
    return instances;
  });
}

function whereHandled(query: Selected, { handler, group }: TaskFilter): Selected {
  const handled = [
    ...(handler === undefined ? [] : [{ kind: 'account', name: handler } as const]),
    ...(group === undefined ? [] : [{ kind: 'group', name: group } as const]),
  ];
  return handled.reduce(
    (narrowed, { kind, name }) =>
      narrowed.where('taskId', 'in', (row) =>
        row
          .selectFrom('taskHandlers')
          .select('taskHandlers.taskId')
          .where('taskHandlers.kind', '=', kind)
          .where('taskHandlers.name', '=', name),
      ),
    query,
  );
}
