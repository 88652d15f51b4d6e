import type { Transaction } from 'kysely';
import type { Report } from '../protocol/report.ts';
import type { TaskChange, TaskClosing, TaskSuspension } from '../protocol/task-view.ts';
import { retryOutbox } from './outbox.ts';
import { type DefinitionRow, writeDefinition } from './rows/definition.ts';
import type { HistoryRow } from './rows/history.ts';
import type { IncidentRow } from './rows/incident.ts';
import { type EventSubscription, type InstanceRow, writeInstance } from './rows/instance.ts';
import { type JobRow, type JobState, writeJob } from './rows/job.ts';
import { type MessageRow, writeMessage } from './rows/message.ts';
import { type OutboxRetry, writeOutboxEntry } from './rows/outbox-entry.ts';
import { type PressRow, writePress } from './rows/press.ts';
import { type TaskHandlerRecord, type TaskRow, writeTask, writeTaskChange } from './rows/task.ts';
import type { Schema } from './schema.ts';
import { compileOnce, insertRows, updateRows, updateRowsAhead } from './statements/compiled-statements.ts';
import { type Database, inTransaction } from './statements/database.ts';
import { holdBehindParked } from './statements/outbox-order.ts';
import { putHistory, putIncident, putMessageQueued, resolveIncidents } from './statements/records.ts';
import { sendAhead } from './statements/send-ahead.ts';

/** All changes of one step. */
export interface StepCommit {
  /** The instance after the step, without its revision. */
  readonly instance: Omit<InstanceRow, 'revision'>;
  /** The revision on which the step was computed; 0 for a new instance, which then gets revision 1. */
  readonly baseRevision: number;
  /**
   * The new definition of the instance. One that extends another is stored with the step unless it exists, never becomes
   * the latest of its process, and is deleted like a superseded one. Any other must be deployed, or the step is `lost`.
   */
  readonly definition?: DefinitionRow;
  readonly tasksCreated: readonly TaskRow[];
  readonly tasksClosed: readonly TaskClosing[];
  readonly tasksChanged: readonly TaskChange[];
  /**
   * Applied to every open task when the instance is suspended or activated. When it is activated, its jobs that are not
   * leased become due at once.
   */
  readonly openTasks?: TaskSuspension;
  readonly jobsCreated: readonly JobRow[];
  /**
   * Closed jobs. A job that becomes `done` must still be `queued`; otherwise the step is `lost`, because another step has
   * used its result. A cancelled job that is no longer `queued` is not changed.
   */
  readonly jobsClosed: readonly { readonly jobId: string; readonly state: Exclude<JobState, 'queued'> }[];
  /** Cancels every queued call of the instance, in addition to `jobsClosed`, but not its thrown messages and signals. */
  readonly callsCancelled?: true;
  /** Every message and signal for which the instance waits after the step; they replace the previous ones. */
  readonly subscriptions: readonly EventSubscription[];
  readonly reports: readonly Report[];
  /** Each also gets a history entry. A `sendId` that is already used makes the step fail. */
  readonly messages: readonly MessageRow[];
  readonly history: readonly Omit<HistoryRow, 'seq' | 'instanceId'>[];
  /**
   * Subjects whose open incidents the step resolves. `all`: all incidents of the ended instance, except those about messages
   * and signals that were not delivered, and about tasks that only the center has since a restore.
   */
  readonly incidentsResolved: readonly string[] | 'all';
  /** Opened with the step, unless it is already open. */
  readonly incident?: IncidentRow;
  readonly press?: PressRow;
  /** A parked report that is sent again with the corrections of the step; if it is no longer parked, the step is `lost`. */
  readonly retried?: OutboxRetry;
  readonly at: number;
  /** Stored with the reports. Default: null. */
  readonly traceparent?: string | null;
}

/**
 * `lost`: another step was committed on `baseRevision` first, the start key or press key is taken, a job was already
 * done, or its definition was undeployed. Nothing was stored; read the rows again.
 */
export type CommitOutcome = 'committed' | 'lost';

/**
 * Commits all rows of a step or none, if the revision has not changed. After it resolves `committed`, the step survives a
 * power failure: snapshot, tasks, jobs, timers, press and reports. After a crash before that, it may or may not be
 * committed. A repeated trigger detects which: a press by its key, a start by its start key, a job by its state, and a
 * timer by the revision.
 */
export async function commitStep(db: Database, step: StepCommit): Promise<CommitOutcome> {
  try {
    await inTransaction(db, async (transaction) => {
      // Before the revision check, because the instance refers to it; if the step is lost, it is rolled back too.
      if (!(await putDefinition(transaction, step))) throw new RaceLost();
      // The revision check decides the race; its row lock makes other steps of the instance wait. Nothing is sent before it
      // is won, so that a step that lost locks no other rows.
      if (!(await putInstance(transaction, step))) throw new RaceLost();
      await putPressKey(transaction, step);
      await putTasks(transaction, step);
      await putSuspension(transaction, step);
      await putJobs(transaction, step);
      if (step.callsCancelled) await cancelCalls(transaction, step);
      await putSubscriptions(transaction, step);
      await putReports(transaction, step);
      if (step.retried && !(await retryOutbox(transaction, step.retried, step.at))) throw new RaceLost();
      await putEntries(transaction, step);
      await putMessages(transaction, step);
      await putResolved(transaction, step);
      if (step.incident) await putIncident(transaction, step.incident);
    });
    return 'committed';
  } catch (error) {
    if (error instanceof RaceLost) return 'lost';
    throw error;
  }
}

/** Rolls the transaction back; always caught by `commitStep`. */
class RaceLost extends Error {}

/**
 * A new row is superseded at once, so that no start uses it; a definition that is deployed stays the latest.
 * @returns false if the instance moves to a definition that is not deployed
 */
async function putDefinition(db: Transaction<Schema>, { definition, at }: StepCommit): Promise<boolean> {
  if (definition === undefined) return true;
  if (definition.extendsId === undefined) return holdDeployed(db, definition.definitionId);
  await db
    .insertInto('definitions')
    .values({ ...writeDefinition(definition), supersededAt: at })
    .onConflict((conflict) =>
      // Writing an existing row locks it until the end of the transaction, so it cannot be deleted concurrently.
      conflict.column('definitionId').doUpdateSet(({ ref }) => ({ supersededAt: ref('definitions.supersededAt') })),
    )
    .execute();
  return true;
}

async function putInstance(
  db: Transaction<Schema>,
  { instance, baseRevision, definition }: StepCommit,
): Promise<boolean> {
  const { instanceId, ...changes } = writeInstance({ ...instance, revision: baseRevision + 1 });
  if (baseRevision === 0) {
    if (!(await holdDeployed(db, instance.definitionId))) return false;
    // No conflict target, because both the id and the start key are unique.
    const inserted = db
      .insertInto('instances')
      .values({ instanceId, ...changes })
      .onConflict((conflict) => conflict.doNothing());
    await sendAhead(db, inserted.compile(), requireOne);
    return true;
  }
  const { definitionId: _same, ...others } = changes;
  // definition_id is set only if it changes: SQLite would check the foreign key again, and an instance whose definition
  // row is missing could not be ended.
  const set = definition === undefined ? others : changes;
  return (await updateRows(db, 'instances', set, { instanceId, revision: baseRevision })) === 1;
}

/** Keeps a definition from being undeployed until the end of the transaction. @returns false if it is not deployed */
async function holdDeployed(db: Transaction<Schema>, definitionId: string): Promise<boolean> {
  const { rows } = await lockDeployed(db, { definitionId });
  return rows.length === 1;
}

const lockDeployed = compileOnce<{ definitionId: string }, { definitionId: string }>((db, { definitionId }) =>
  db
    .selectFrom('definitions')
    .select('definitionId')
    .where('definitionId', '=', definitionId)
    .where('undeployedAt', 'is', null)
    .forKeyShare(),
);

/** Rolls back unless one row was changed: another call was faster. */
function requireOne(changedRows: number): void {
  if (changedRows !== 1) throw new RaceLost();
}

async function putPressKey(db: Transaction<Schema>, { press }: StepCommit): Promise<void> {
  if (press !== undefined) await insertPress.ahead(db, writePress(press), requireOne);
}

const insertPress = compileOnce<ReturnType<typeof writePress>, unknown>((db, press) =>
  db
    .insertInto('presses')
    .values(press)
    .onConflict((conflict) => conflict.doNothing()),
);

async function putTasks(
  db: Transaction<Schema>,
  { tasksCreated, tasksClosed, tasksChanged, at }: StepCommit,
): Promise<void> {
  const handlers = tasksCreated.flatMap(({ taskId, handlers, handlingGroups }) => [
    ...handlerRows(taskId, 'account', handlers),
    ...handlerRows(taskId, 'group', handlingGroups),
  ]);
  await insertRows(db, 'tasks', tasksCreated.map(writeTask));
  await insertRows(db, 'taskHandlers', handlers);
  for (const { taskId, ...closing } of tasksClosed) {
    await updateRowsAhead(db, 'tasks', { ...closing, appliedAt: at, suspendedAt: null }, { taskId, closedAt: null });
  }
  for (const change of tasksChanged) {
    const { taskId, handlers, handlingGroups } = change;
    await updateRowsAhead(db, 'tasks', writeTaskChange(change), { taskId });
    if (handlers !== undefined) await replaceHandlers(db, taskId, 'account', handlers);
    if (handlingGroups !== undefined) await replaceHandlers(db, taskId, 'group', handlingGroups);
  }
}

function handlerRows(taskId: string, kind: TaskHandlerRecord['kind'], names: readonly string[]): TaskHandlerRecord[] {
  return [...new Set(names)].map((name) => ({ taskId, kind, name }));
}

async function replaceHandlers(
  db: Transaction<Schema>,
  taskId: string,
  kind: TaskHandlerRecord['kind'],
  names: readonly string[],
): Promise<void> {
  await sendAhead(db, db.deleteFrom('taskHandlers').where('taskId', '=', taskId).where('kind', '=', kind).compile());
  await insertRows(db, 'taskHandlers', handlerRows(taskId, kind, names));
}

async function putSuspension(
  db: Transaction<Schema>,
  { openTasks, instance: { instanceId }, at }: StepCommit,
): Promise<void> {
  if (openTasks === undefined) return;
  const suspended = db
    .updateTable('tasks')
    .set(openTasks)
    .where('instanceId', '=', instanceId)
    .where('closedAt', 'is', null);
  await sendAhead(db, suspended.compile());
  if (openTasks.state === 'SUSPENDED') return;
  const released = db
    .updateTable('jobs')
    .set({ dueAt: at, freeAt: at })
    .where('instanceId', '=', instanceId)
    .where('state', '=', 'queued')
    .where('leaseOwner', 'is', null);
  await sendAhead(db, released.compile());
}

async function putJobs(db: Transaction<Schema>, { jobsCreated, jobsClosed }: StepCommit): Promise<void> {
  await insertRows(db, 'jobs', jobsCreated.map(writeJob));
  // Rows are locked in the order of their keys, to avoid deadlocks.
  for (const { jobId, state } of jobsClosed.toSorted((one, other) => (one.jobId < other.jobId ? -1 : 1))) {
    // If another holder of the job was faster, its result counts, and this step would be a repeat.
    if (state === 'done') await closeDone.ahead(db, { jobId }, requireOne);
    else await closeUnfinished.ahead(db, { jobId, state });
  }
}

const CLOSED = { freeAt: null, leaseOwner: null };

const closeDone = compileOnce<{ jobId: string }, unknown>((db, { jobId }) =>
  db
    .updateTable('jobs')
    .set({ ...CLOSED, state: 'done' })
    .where('jobId', '=', jobId)
    .where('state', '=', 'queued'),
);

const closeUnfinished = compileOnce<{ jobId: string; state: JobState }, unknown>((db, { jobId, state }) =>
  db
    .updateTable('jobs')
    .set({ ...CLOSED, state })
    .where('jobId', '=', jobId)
    .where('state', 'in', ['queued', 'failed']),
);

async function cancelCalls(db: Transaction<Schema>, { instance: { instanceId } }: StepCommit): Promise<void> {
  const cancelled = db
    .updateTable('jobs')
    .set({ ...CLOSED, state: 'cancelled' })
    .where('instanceId', '=', instanceId)
    .where('state', 'in', ['queued', 'failed'])
    .where('kind', 'not in', ['message', 'signal']);
  await sendAhead(db, cancelled.compile());
}

async function putSubscriptions(
  db: Transaction<Schema>,
  { subscriptions, instance: { instanceId } }: StepCommit,
): Promise<void> {
  await deleteSubscriptions.ahead(db, { instanceId });
  const rows = subscriptions.map((subscription) => ({ instanceId, ...subscription }));
  await insertRows(db, 'subscriptions', rows);
}

const deleteSubscriptions = compileOnce<{ instanceId: string }, unknown>((db, { instanceId }) =>
  db.deleteFrom('subscriptions').where('instanceId', '=', instanceId),
);

async function putReports(
  db: Transaction<Schema>,
  { reports, instance, baseRevision, at, traceparent = null }: StepCommit,
): Promise<void> {
  const { instanceId } = instance;
  const entries = reports.map((report) => writeOutboxEntry(report, { instanceId, at, traceparent }));
  await insertRows(db, 'outbox', entries);
  // A new instance has no parked entries.
  if (entries.length > 0 && baseRevision > 0) await holdBehindParked.ahead(db, { instanceId });
  for (const { item } of reports) {
    const report = JSON.stringify({ status: item.status, next: item.next ?? [] });
    await updateRowsAhead(db, 'tasks', { report }, { taskId: item.previousTaskId });
  }
}

async function putMessages(db: Transaction<Schema>, { messages }: StepCommit): Promise<void> {
  // Ids of hosts cannot collide with these. If one did, a failed step is better than a lost message.
  await insertRows(db, 'messages', messages.map(writeMessage));
  await putMessageQueued(db, ...messages);
}

async function putEntries(db: Transaction<Schema>, { history, instance: { instanceId } }: StepCommit): Promise<void> {
  await putHistory(db, ...history.map((entry) => ({ instanceId, ...entry })));
}

/** Resolves the given incidents and those of completed jobs, which may belong to the instance that sent an event to this one. */
async function putResolved(
  db: Transaction<Schema>,
  { incidentsResolved, jobsClosed, instance: { instanceId }, at }: StepCommit,
): Promise<void> {
  const done = jobsClosed.filter(({ state }) => state === 'done').map(({ jobId }) => jobId);
  if (incidentsResolved === 'all') await resolveInstanceIncidents(db, instanceId, at);
  const subjects = incidentsResolved === 'all' ? done : new Set([...incidentsResolved, ...done]);
  for (const subject of subjects) await resolveIncidents(db, subject, at);
}

/** What the end does not settle stays open: messages and signals that were not delivered, and tasks that only the center has. */
async function resolveInstanceIncidents(db: Transaction<Schema>, instanceId: string, at: number): Promise<void> {
  const undelivered = db
    .selectFrom('jobs')
    .select('jobId')
    .where('instanceId', '=', instanceId)
    .where('kind', 'in', ['message', 'signal'])
    .where('state', '=', 'failed');
  const resolved = db
    .updateTable('incidents')
    .set({ resolvedAt: at })
    .where('instanceId', '=', instanceId)
    .where('resolvedAt', 'is', null)
    .where('kind', '!=', 'restore')
    .where('subject', 'not in', undelivered);
  await sendAhead(db, resolved.compile());
}
