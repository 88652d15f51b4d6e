import type { ExpressionBuilder, Selectable } from 'kysely';
import { readTexts, searchTextOf } from './rows/columns.ts';
import {
  type EventSubscription,
  type InstanceFilter,
  type InstanceRecord,
  type InstanceRow,
  type OpenCount,
  type ProblemCount,
  readInstance,
  type TokenCount,
} from './rows/instance.ts';
import type { Schema } from './schema.ts';
import { compileOnce, findRow } from './statements/compiled-statements.ts';
import type { Database } from './statements/database.ts';
import { asked, contains, countRows, idsOfVersion, limitOf, type Page } from './statements/lists.ts';

/** The state after the last committed step. */
export async function getInstance(db: Database, instanceId: string): Promise<InstanceRow | undefined> {
  const record = await findRow(db, 'instances', { instanceId });
  return record && readInstance(record);
}

/**
 * The instance of a task. A task that is read afterwards is never older than the instance; if it is newer, a step on this
 * instance is lost.
 */
export async function getInstanceOfTask(db: Database, taskId: string): Promise<InstanceRow | undefined> {
  const { rows } = await findInstanceOfTask(db, { taskId });
  return rows[0] && readInstance(rows[0]);
}

const findInstanceOfTask = compileOnce<{ taskId: string }, Selectable<InstanceRecord>>((db, { taskId }) =>
  db
    .selectFrom('instances')
    .selectAll()
    .where('instanceId', '=', db.selectFrom('tasks').select('instanceId').where('taskId', '=', taskId)),
);

/** After a crash, shows whether a start without an answer was committed. */
export async function findInstanceByStartKey(db: Database, startKey: string): Promise<InstanceRow | undefined> {
  const record = await db.selectFrom('instances').selectAll().where('startKey', '=', startKey).executeTakeFirst();
  return record && readInstance(record);
}

/**
 * In the order of their start; `after`: those that come after this one. After a crash, includes instances whose start got
 * no answer.
 */
export async function listInstances(
  db: Database,
  filter: InstanceFilter & { after?: Pick<InstanceRow, 'startedAt' | 'instanceId'> } & Page,
): Promise<InstanceRow[]> {
  const { after } = filter;
  let query = selectInstances(db, filter).selectAll('instances');
  if (after !== undefined) {
    const { startedAt, instanceId } = after;
    query = query.where((row) => row(row.refTuple('startedAt', 'instanceId'), '>', row.tuple(startedAt, instanceId)));
  }
  const records = await query.orderBy('startedAt').orderBy('instanceId').limit(limitOf(filter)).execute();
  return records.map(readInstance);
}

export async function countInstances(db: Database, filter: InstanceFilter, most?: number): Promise<number> {
  return countRows(db, selectInstances(db, filter), most);
}

function selectInstances(db: Database, filter: InstanceFilter) {
  return db.selectFrom('instances').where((row) => row.and(conditionsOf(row, filter)));
}

function conditionsOf(row: ExpressionBuilder<Schema, 'instances'>, filter: InstanceFilter) {
  const { processId, definitionId, status, open, businessKey, initiator, handler, group, nodeId } = filter;
  const { startedFrom, startedBefore, text, problem } = filter;
  return asked([
    processId !== undefined && row('processId', '=', processId),
    definitionId !== undefined && row('definitionId', 'in', idsOfVersion(row, definitionId)),
    status !== undefined && row('status', '=', status),
    // The status says the same, but only this condition lets the index of open instances answer.
    (status === 'running' || status === 'suspended') && row('endedAt', 'is', null),
    open !== undefined && row('endedAt', open ? 'is' : 'is not', null),
    businessKey !== undefined && row('businessKey', '=', businessKey),
    initiator !== undefined && row('initiator', '=', initiator),
    handler !== undefined && row('instanceId', 'in', instancesHandledBy(row, 'account', handler)),
    group !== undefined && row('instanceId', 'in', instancesHandledBy(row, 'group', group)),
    nodeId !== undefined && row.and([row('endedAt', 'is', null), contains('currentNodes', JSON.stringify(nodeId))]),
    startedFrom !== undefined && row('startedAt', '>=', startedFrom),
    startedBefore !== undefined && row('startedAt', '<', startedBefore),
    text !== undefined && contains('searchText', searchTextOf([text])),
    problem !== undefined && hasProblem(row),
  ]);
}

/** Instances with an open task of this account or group. */
function instancesHandledBy(row: ExpressionBuilder<Schema, 'instances'>, kind: 'account' | 'group', name: string) {
  return row
    .selectFrom('taskHandlers')
    .innerJoin('tasks', 'tasks.taskId', 'taskHandlers.taskId')
    .select('tasks.instanceId')
    .where('taskHandlers.kind', '=', kind)
    .where('taskHandlers.name', '=', name)
    .where('tasks.closedAt', 'is', null);
}

function hasProblem(row: ExpressionBuilder<Schema, 'instances'>) {
  const withIncident = row
    .selectFrom('incidents')
    .select('incidents.instanceId')
    .where('incidents.resolvedAt', 'is', null)
    .where('incidents.instanceId', 'is not', null);
  const withParked = row.selectFrom('outbox').select('outbox.instanceId').where('outbox.state', '=', 'parked');
  return row.or([row('instanceId', 'in', withIncident), row('instanceId', 'in', withParked)]);
}

/** Open incidents and parked reports of several instances, in no particular order. */
export async function countProblems(db: Database, instanceIds: readonly string[]): Promise<ProblemCount[]> {
  if (instanceIds.length === 0) return [];
  const records = await db
    .selectFrom('instances')
    .select((row) => [
      'instanceId',
      row
        .selectFrom('incidents')
        .select(({ fn }) => fn.countAll().as('number'))
        .whereRef('incidents.instanceId', '=', 'instances.instanceId')
        .where('resolvedAt', 'is', null)
        .as('openIncidents'),
      row
        .selectFrom('outbox')
        .select(({ fn }) => fn.countAll().as('number'))
        .whereRef('outbox.instanceId', '=', 'instances.instanceId')
        .where('state', '=', 'parked')
        .as('parkedReports'),
    ])
    .where('instanceId', 'in', instanceIds)
    .execute();
  return records.map(({ instanceId, openIncidents, parkedReports }) => ({
    instanceId,
    openIncidents: Number(openIncidents),
    parkedReports: Number(parkedReports),
  }));
}

/** Where the open instances of a definition, and of those that extend it, are, in no particular order. Reads a short text of each. */
export async function countTokens(db: Database, definitionId: string): Promise<TokenCount[]> {
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

const OPEN = ['running', 'suspended'] as const;

/** Counts instances that have not ended and their open tasks, by process and status; a process without any is absent. */
export async function countOpen(db: Database): Promise<OpenCount[]> {
  const instances = await db
    .selectFrom('instances')
    .where('status', 'in', OPEN)
    .select(({ fn }) => ['processId', 'status', fn.countAll<number | string>().as('instances')])
    .groupBy(['processId', 'status'])
    .orderBy('processId')
    .orderBy('status')
    .execute();
  const tasks = await db
    .selectFrom('instances')
    .innerJoin('tasks', 'tasks.instanceId', 'instances.instanceId')
    .where('instances.status', 'in', OPEN)
    .where('tasks.closedAt', 'is', null)
    .select(({ fn }) => ['instances.processId', 'instances.status', fn.countAll<number | string>().as('openTasks')])
    .groupBy(['instances.processId', 'instances.status'])
    .execute();
  return instances.map(({ processId, status, instances: number }) => {
    const open = tasks.find((each) => each.processId === processId && each.status === status);
    // The PostgreSQL driver returns bigint as text.
    return {
      processId,
      status: status as OpenCount['status'],
      instances: Number(number),
      openTasks: Number(open?.openTasks ?? 0),
    };
  });
}

/**
 * Instances that wait for a message of that name and key, oldest first. After a crash, an instance whose step received the
 * message is not included; the job of the sender shows whether it was delivered.
 */
export async function findSubscribers(db: Database, name: string, correlationKey: string): Promise<string[]> {
  return findWaiting(db, { kind: 'message', name, correlationKey });
}

/**
 * Instances that wait for a signal of that name, oldest first. After a crash during a broadcast of the host, these are the
 * instances that did not receive it, unless a diagram waits for it again; signals thrown by instances are stored as jobs.
 */
export async function findSignalCatchers(db: Database, name: string): Promise<string[]> {
  return findWaiting(db, { kind: 'signal', name });
}

async function findWaiting(
  db: Database,
  subscription: Partial<Omit<EventSubscription, 'executionId'>>,
): Promise<string[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .innerJoin('instances', 'instances.instanceId', 'subscriptions.instanceId')
    .select(['instances.instanceId', 'instances.startedAt'])
    .distinct()
    .where((row) => row.and(subscription))
    .orderBy('instances.startedAt')
    .orderBy('instances.instanceId')
    .execute();
  return rows.map(({ instanceId }) => instanceId);
}
