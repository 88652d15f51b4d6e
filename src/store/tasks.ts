import type { ExpressionBuilder, Transaction } from 'kysely';
import type { Report } from '../protocol/report.ts';
import { readObject, searchTextOf } from './rows/columns.ts';
import { readTask, type SigningKeyCount, type TaskFilter, type TaskRow } from './rows/task.ts';
import type { Schema } from './schema.ts';
import { findRow, inChunks } from './statements/compiled-statements.ts';
import { type Database, inTransaction } from './statements/database.ts';
import { asked, contains, countRows, limitOf, type Page } from './statements/lists.ts';

/** The state after the last committed step. The task may be stored before the center knows it. */
export async function getTask(db: Database, taskId: string): Promise<TaskRow | undefined> {
  const record = await findRow(db, 'tasks', { taskId });
  return record && readTask(record);
}

/** The open tasks of an instance; exactly those for which its snapshot waits. */
export async function listOpenTasks(db: Database, instanceId: string): Promise<TaskRow[]> {
  const records = await db
    .selectFrom('tasks')
    .selectAll()
    .where('instanceId', '=', instanceId)
    .where('closedAt', 'is', null)
    .execute();
  return records.map(readTask);
}

/** In the order of creation; `after`: those that come after this one. */
export async function listTasks(
  db: Database,
  filter: TaskFilter & { after?: Pick<TaskRow, 'createdAt' | 'taskId'> } & Page,
): Promise<TaskRow[]> {
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

export async function countTasks(db: Database, filter: TaskFilter, most?: number): Promise<number> {
  return countRows(db, selectTasks(db, filter), most);
}

function selectTasks(db: Database, filter: TaskFilter) {
  return db.selectFrom('tasks').where((row) => row.and(conditionsOf(row, filter)));
}

function conditionsOf(row: ExpressionBuilder<Schema, 'tasks'>, filter: TaskFilter) {
  const { instanceId, nodeId, state, open, createdFrom, createdBefore, text } = filter;
  const { processId, initiator, handler, group, system } = filter;
  return asked([
    instanceId !== undefined && row('instanceId', '=', instanceId),
    nodeId !== undefined && row('nodeId', '=', nodeId),
    state !== undefined && row('state', '=', state),
    // The state says the same, but only this condition lets the index of open tasks answer.
    (state === 'IN_PROGRESS' || state === 'SUSPENDED') && row('closedAt', 'is', null),
    system !== undefined && row('isSystem', '=', system ? 1 : 0),
    open !== undefined && row('closedAt', open ? 'is' : 'is not', null),
    createdFrom !== undefined && row('createdAt', '>=', createdFrom),
    createdBefore !== undefined && row('createdAt', '<', createdBefore),
    text !== undefined && contains('searchText', searchTextOf([text])),
    handler !== undefined && row('taskId', 'in', tasksHandledBy(row, 'account', handler)),
    group !== undefined && row('taskId', 'in', tasksHandledBy(row, 'group', group)),
    (processId !== undefined || initiator !== undefined) && row('instanceId', 'in', instancesOf(row, filter)),
  ]);
}

function tasksHandledBy(row: ExpressionBuilder<Schema, 'tasks'>, kind: 'account' | 'group', name: string) {
  return row
    .selectFrom('taskHandlers')
    .select('taskHandlers.taskId')
    .where('taskHandlers.kind', '=', kind)
    .where('taskHandlers.name', '=', name);
}

function instancesOf(row: ExpressionBuilder<Schema, 'tasks'>, { processId, initiator }: TaskFilter) {
  let instances = row.selectFrom('instances').select('instances.instanceId');
  if (processId !== undefined) instances = instances.where('instances.processId', '=', processId);
  if (initiator !== undefined) instances = instances.where('instances.initiator', '=', initiator);
  return instances;
}

/** One query for the nightly request of a large center, and below SQLite's limit of 32,766 parameters. */
const IDS_OF_A_QUERY = 10_000;

/**
 * Returns the tasks with these ids, for a status answer, without duplicates and in no particular order; unknown ids are
 * skipped. Undelivered reports about closed tasks become a `repeat`, because the center learns from the answer what they
 * say. After a crash before the answer was sent, they stay a `repeat`: an "already handled" then counts as delivered
 * although the center did not get the answer.
 */
export async function markTasksAnswered(db: Database, taskIds: readonly string[]): Promise<TaskRow[]> {
  return inTransaction(db, async (transaction) => {
    const tasks: TaskRow[] = [];
    for (const ids of inChunks([...new Set(taskIds)], IDS_OF_A_QUERY)) {
      const records = await transaction.selectFrom('tasks').selectAll().where('taskId', 'in', ids).execute();
      for (const record of records) tasks.push(readTask(record));
    }
    await markReportsAsRepeats(
      transaction,
      tasks.filter((task) => task.closedAt !== null && task.report !== null),
    );
    return tasks;
  });
}

/** The status answer contains the same state as the undelivered reports of these tasks, so the reports become repeats. */
async function markReportsAsRepeats(db: Transaction<Schema>, tasks: readonly TaskRow[]): Promise<void> {
  const answered = new Set(tasks.map((task) => task.taskId));
  const repeats: number[] = [];
  for (const instanceIds of inChunks([...new Set(tasks.map((task) => task.instanceId))], IDS_OF_A_QUERY)) {
    const entries = await db
      .selectFrom('outbox')
      .select(['seq', 'report'])
      .where('instanceId', 'in', instanceIds)
      .where('state', 'in', ['pending', 'parked'])
      .where('repeat', '=', 0)
      .execute();
    for (const { seq, report } of entries) {
      const { item } = readObject<Report>(report, { table: 'outbox', id: seq });
      if (answered.has(item.previousTaskId)) repeats.push(seq);
    }
  }
  const inOrder = repeats.toSorted((one, other) => one - other);
  for (const seqs of inChunks(inOrder, IDS_OF_A_QUERY)) {
    // Rows are locked in the order of their keys, to avoid deadlocks.
    await db
      .with('repeats', (rows) =>
        rows.selectFrom('outbox').select('seq').where('seq', 'in', seqs).orderBy('seq').forNoKeyUpdate(),
      )
      .updateTable('outbox')
      .set({ repeat: 1 })
      .where('seq', 'in', (row) => row.selectFrom('repeats').select('repeats.seq'))
      .execute();
  }
}

/** Counts the tasks of running and suspended instances per signing key, ordered by key; unused keys are not included. */
export async function countSigningKeys(db: Database): Promise<SigningKeyCount[]> {
  const records = await db
    .selectFrom('tasks')
    .where('tasks.instanceId', 'in', db.selectFrom('instances').select('instanceId').where('endedAt', 'is', null))
    .select(({ fn, eb }) => [
      'tasks.signingKeyId as keyId',
      fn.countAll<number>().as('tasks'),
      fn
        .sum<number>(
          eb.case().when('tasks.state', 'in', ['IN_PROGRESS', 'SUSPENDED']).then(eb.lit(1)).else(eb.lit(0)).end(),
        )
        .as('openTasks'),
    ])
    .groupBy('tasks.signingKeyId')
    .orderBy('tasks.signingKeyId')
    .execute();
  return records.map(({ keyId, tasks, openTasks }) => ({
    keyId,
    openTasks: Number(openTasks),
    handledTasks: Number(tasks) - Number(openTasks),
  }));
}
