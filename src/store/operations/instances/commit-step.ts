import type { Kysely, Transaction } from 'kysely';
import type { CommitOutcome, StepCommit } from '../../port.ts';
import { writeInstance } from '../../rows/instance.ts';
import { writeJob } from '../../rows/job.ts';
import { writeMessage } from '../../rows/message.ts';
import { writeOutboxEntry } from '../../rows/outbox-entry.ts';
import { writePress } from '../../rows/press.ts';
import { writeTask, writeTaskChange } from '../../rows/task.ts';
import type { Schema } from '../../schema.ts';
import { putQueuedMessages } from '../history/put-message-history.ts';
import { putIncident, resolveOf } from '../incidents/incidents.ts';
import { putRetried } from '../outbox/retry-outbox.ts';
import { inChunks } from '../shared/in-chunks.ts';

export async function commitStep(db: Kysely<Schema>, step: StepCommit): Promise<CommitOutcome> {
  try {
    await db.transaction().execute(async (transaction) => {
      // Before the fence, since the instance refers to it: of a step that is lost it is not stored either.
      await putDefinition(transaction, step);
      // The fence: it decides, and its row lock makes other steps of the instance wait for this one.
      const isOurs = (await putInstance(transaction, step)) && (await putPressKey(transaction, step));
      if (!isOurs) throw new RaceLost();
      await putTasks(transaction, step);
      await putSuspension(transaction, step);
      await putJobs(transaction, step);
      if (step.callsCancelled) await cancelCalls(transaction, step);
      await putSubscriptions(transaction, step);
      await putReports(transaction, step);
      if (step.retried && !(await putRetried(transaction, step.retried, step.at))) throw new RaceLost();
      await putHistory(transaction, step);
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

/** Rolls the transaction back; never leaves this file. */
class RaceLost extends Error {}

/** Of no use to a start: superseded from the first moment, though not where it happens to be deployed. */
async function putDefinition(db: Transaction<Schema>, { definition, at }: StepCommit): Promise<void> {
  if (definition === undefined) return;
  await db
    .insertInto('definitions')
    .values({ ...definition, supersededAt: at })
    .onConflict((conflict) =>
      // The row is written also where it is there: so it stands until the end, also where it was just being deleted.
      conflict.column('definitionId').doUpdateSet(({ ref }) => ({ supersededAt: ref('definitions.supersededAt') })),
    )
    .execute();
}

async function putInstance(
  db: Transaction<Schema>,
  { instance, baseRevision, definition }: StepCommit,
): Promise<boolean> {
  const { instanceId, ...changes } = writeInstance({ ...instance, revision: baseRevision + 1 });
  if (baseRevision === 0) {
    // No conflict target: the id and the start key decide alike.
    const inserted = await db
      .insertInto('instances')
      .values({ instanceId, ...changes })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    return inserted.numInsertedOrUpdatedRows === 1n;
  }
  const { definitionId: _same, ...others } = changes;
  const updated = await db
    .updateTable('instances')
    // Named where it changes alone: SQLite would look for its row again, and refuse to end an instance that lost it.
    .set(definition === undefined ? others : changes)
    .where('instanceId', '=', instanceId)
    .where('revision', '=', baseRevision)
    .executeTakeFirstOrThrow();
  return updated.numUpdatedRows === 1n;
}

async function putPressKey(db: Transaction<Schema>, { press }: StepCommit): Promise<boolean> {
  if (press === undefined) return true;
  const inserted = await db
    .insertInto('presses')
    .values(writePress(press))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

async function putTasks(
  db: Transaction<Schema>,
  { tasksCreated, tasksClosed, tasksChanged, at }: StepCommit,
): Promise<void> {
  const handlers = tasksCreated.flatMap(({ taskId, handlers }) =>
    [...new Set(handlers)].map((account) => ({ taskId, account })),
  );
  for (const chunk of inChunks(tasksCreated.map(writeTask))) await db.insertInto('tasks').values(chunk).execute();
  for (const chunk of inChunks(handlers)) await db.insertInto('taskHandlers').values(chunk).execute();
  for (const { taskId, ...closing } of tasksClosed) {
    await db
      .updateTable('tasks')
      .set({ ...closing, appliedAt: at, suspendedAt: null })
      .where('taskId', '=', taskId)
      .where('closedAt', 'is', null)
      .execute();
  }
  for (const change of tasksChanged) {
    const { taskId, handlers } = change;
    await db.updateTable('tasks').set(writeTaskChange(change)).where('taskId', '=', taskId).execute();
    if (handlers === undefined) continue;
    await db.deleteFrom('taskHandlers').where('taskId', '=', taskId).execute();
    const rows = [...new Set(handlers)].map((account) => ({ taskId, account }));
    for (const chunk of inChunks(rows)) await db.insertInto('taskHandlers').values(chunk).execute();
  }
}

async function putSuspension(
  db: Transaction<Schema>,
  { openTasks, instance: { instanceId }, at }: StepCommit,
): Promise<void> {
  if (openTasks === undefined) return;
  await db
    .updateTable('tasks')
    .set(openTasks)
    .where('instanceId', '=', instanceId)
    .where('closedAt', 'is', null)
    .execute();
  if (openTasks.state === 'SUSPENDED') return;
  await db
    .updateTable('jobs')
    .set({ dueAt: at, freeAt: at })
    .where('instanceId', '=', instanceId)
    .where('state', '=', 'queued')
    .where('leaseOwner', 'is', null)
    .execute();
}

async function putJobs(db: Transaction<Schema>, { jobsCreated, jobsClosed }: StepCommit): Promise<void> {
  for (const chunk of inChunks(jobsCreated.map(writeJob))) await db.insertInto('jobs').values(chunk).execute();
  // In the order in which everybody takes these rows.
  for (const { jobId, state } of jobsClosed.toSorted((one, other) => (one.jobId < other.jobId ? -1 : 1))) {
    const closed = await db
      .updateTable('jobs')
      .set({ state, freeAt: null, leaseOwner: null })
      .where('jobId', '=', jobId)
      .where('state', 'in', state === 'done' ? ['queued'] : ['queued', 'failed'])
      .executeTakeFirstOrThrow();
    // Another holder of the job was quicker: what it did counts, and this step is what it did once more.
    if (state === 'done' && closed.numUpdatedRows !== 1n) throw new RaceLost();
  }
}

async function cancelCalls(db: Transaction<Schema>, { instance: { instanceId } }: StepCommit): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ state: 'cancelled', freeAt: null, leaseOwner: null })
    .where('instanceId', '=', instanceId)
    .where('state', 'in', ['queued', 'failed'])
    .where('kind', 'not in', ['message', 'signal'])
    .execute();
}

async function putSubscriptions(
  db: Transaction<Schema>,
  { subscriptions, instance: { instanceId } }: StepCommit,
): Promise<void> {
  await db.deleteFrom('subscriptions').where('instanceId', '=', instanceId).execute();
  const rows = subscriptions.map((subscription) => ({ instanceId, ...subscription }));
  for (const chunk of inChunks(rows)) await db.insertInto('subscriptions').values(chunk).execute();
}

async function putReports(db: Transaction<Schema>, { reports, instance, at }: StepCommit): Promise<void> {
  const entries = reports.map((report) => writeOutboxEntry(instance.instanceId, report, at));
  for (const chunk of inChunks(entries)) await db.insertInto('outbox').values(chunk).execute();
  for (const { item } of reports) {
    const report = JSON.stringify({ status: item.status, next: item.next ?? [] });
    await db.updateTable('tasks').set({ report }).where('taskId', '=', item.previousTaskId).execute();
  }
}

async function putMessages(db: Transaction<Schema>, { messages }: StepCommit): Promise<void> {
  // Hosts cannot take such an id. Were one taken all the same, a step that fails is better than a message that is lost.
  for (const chunk of inChunks(messages.map(writeMessage))) await db.insertInto('messages').values(chunk).execute();
  await putQueuedMessages(db, messages);
}

async function putHistory(db: Transaction<Schema>, { history, instance: { instanceId } }: StepCommit): Promise<void> {
  const entries = history.map(({ at, type, data }) => ({ instanceId, at, type, data: JSON.stringify(data) }));
  for (const chunk of inChunks(entries)) await db.insertInto('history').values(chunk).execute();
}

/** What the step has overtaken, and jobs that it did: also those of an instance that threw what has arrived here. */
async function putResolved(
  db: Transaction<Schema>,
  { incidentsResolved, jobsClosed, instance: { instanceId }, at }: StepCommit,
): Promise<void> {
  const done = jobsClosed.filter(({ state }) => state === 'done').map(({ jobId }) => jobId);
  if (incidentsResolved === 'all') await resolveAllOf(db, instanceId, at);
  const subjects = incidentsResolved === 'all' ? done : new Set([...incidentsResolved, ...done]);
  for (const subject of subjects) await resolveOf(db, subject, at);
}

/** What it threw and reached nobody is not settled by its end. */
async function resolveAllOf(db: Transaction<Schema>, instanceId: string, at: number): Promise<void> {
  const undelivered = db
    .selectFrom('jobs')
    .select('jobId')
    .where('instanceId', '=', instanceId)
    .where('kind', 'in', ['message', 'signal'])
    .where('state', '=', 'failed');
  await db
    .updateTable('incidents')
    .set({ resolvedAt: at })
    .where('instanceId', '=', instanceId)
    .where('resolvedAt', 'is', null)
    .where('subject', 'not in', undelivered)
    .execute();
}
