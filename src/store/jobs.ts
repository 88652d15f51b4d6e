import { randomUUID } from 'node:crypto';
import type { ExpressionBuilder, Selectable, Transaction } from 'kysely';
import { DUE_AT_ONCE, unreadable } from './rows/columns.ts';
import type { ByOperator } from './rows/history.ts';
import type { IncidentRow } from './rows/incident.ts';
import {
  type FailedAttempt,
  type HeldJob,
  type JobFilter,
  type JobRecord,
  type JobRow,
  type JobSummary,
  parseJob,
  type RequestNote,
  type RequestOutcome,
  readJob,
  writeJob,
} from './rows/job.ts';
import type { Schema } from './schema.ts';
import { insertRows } from './statements/compiled-statements.ts';
import { type Database, inTransaction } from './statements/database.ts';
import { isFree, type Lease, leaseDue } from './statements/leasing.ts';
import { asked, countRows, limitOf, type Page } from './statements/lists.ts';
import { putHistory, putIncident, resolveIncidents } from './statements/records.ts';

/** After a crash, `queued` means that no result was stored; the service may have been called. */
export async function getJob(db: Database, jobId: string): Promise<JobRow | undefined> {
  const record = await db.selectFrom('jobs').selectAll().where('jobId', '=', jobId).executeTakeFirst();
  return record && readJob(record);
}

const SUMMARY = [
  ...(['jobId', 'kind', 'instanceId', 'nodeId', 'service', 'state'] as const),
  ...(['attempts', 'dueAt', 'createdAt', 'reason', 'cause'] as const),
] satisfies readonly (keyof JobSummary)[];

/** In the order of their ids, without what they are called with, which may be personal data; `after`: those with a higher id. */
export async function listJobs(db: Database, filter: JobFilter & { after?: string } & Page): Promise<JobSummary[]> {
  const { after } = filter;
  let query = selectJobs(db, filter).select(SUMMARY);
  if (after !== undefined) query = query.where('jobId', '>', after);
  return query.orderBy('jobId').limit(limitOf(filter)).execute();
}

export async function countJobs(db: Database, filter: JobFilter, most?: number): Promise<number> {
  return countRows(db, selectJobs(db, filter), most);
}

function selectJobs(db: Database, filter: JobFilter) {
  return db.selectFrom('jobs').where((row) => row.and(conditionsOf(row, filter)));
}

function conditionsOf(row: ExpressionBuilder<Schema, 'jobs'>, { instanceId, state, service }: JobFilter) {
  return asked([
    instanceId !== undefined && row('instanceId', '=', instanceId),
    state !== undefined && row('state', '=', state),
    service !== undefined && row('service', '=', service),
    // The state says the same, but only this condition lets the index of due jobs answer.
    state === 'queued' && row('freeAt', 'is not', null),
  ]);
}

/**
 * Leases due jobs, oldest first, and counts the attempt. No job is leased twice at a time. A job that cannot be read fails
 * with an incident. If the holder dies, the lease expires and another bridge calls the service again with the same
 * idempotencyKey; the attempt counts, also as one that did not come back (`begun`).
 * @param onIncident called after the commit with the incident of each job that cannot be read
 */
export async function leaseJobs(
  db: Database,
  lease: Lease,
  onIncident?: (incident: IncidentRow) => void,
): Promise<JobRow[]> {
  const raised: IncidentRow[] = [];
  const leased = await inTransaction(db, async (transaction) => {
    const records = await leaseDue(transaction, 'jobs', 'jobId', lease);
    const jobs: JobRow[] = [];
    for (const record of records.toSorted((a, b) => a.dueAt - b.dueAt || (a.jobId < b.jobId ? -1 : 1))) {
      const job = parseJob(record);
      if (job === undefined) raised.push(await failUnreadable(transaction, record, lease.now));
      else jobs.push(job);
    }
    return jobs;
  });
  for (const incident of raised) onIncident?.(incident);
  return leased;
}

/** Otherwise every lease that includes the job would fail. */
async function failUnreadable(
  db: Transaction<Schema>,
  { jobId, instanceId }: Selectable<JobRecord>,
  now: number,
): Promise<IncidentRow> {
  const { code, message: reason } = unreadable({ table: 'jobs', id: jobId });
  await db
    .updateTable('jobs')
    .set({ state: 'failed', freeAt: null, leaseOwner: null, reason, cause: null })
    .where('jobId', '=', jobId)
    .execute();
  return putIncident(db, {
    ...{ incidentId: randomUUID(), instanceId, kind: 'job', subject: jobId, code, reason, cause: null },
    ...{ at: now, latestAt: now, count: 1, resolvedAt: null },
  });
}

/**
 * Counts an attempt of a job before it is made: if it ends its process, nothing else tells. An attempt that comes back
 * begins the count again, and one whose lease is released is not counted.
 * @returns how many were begun and have not come back, this one included; undefined if the caller is not the latest holder
 */
export async function beginJob(db: Database, job: HeldJob): Promise<number | undefined> {
  const begun = await inTransaction(db, (transaction) =>
    updateHeld(transaction, job)
      .set((row) => ({ begun: row('begun', '+', 1) }))
      .returning('begun')
      .executeTakeFirst(),
  );
  return begun?.begun;
}

/** The job, if this is its latest holder. */
function updateHeld(db: Transaction<Schema>, { jobId, leases }: HeldJob) {
  return db
    .updateTable('jobs')
    .where('jobId', '=', jobId)
    .where('leases', '=', leases)
    .where('leaseOwner', 'is not', null);
}

/**
 * Releases a job, to be called again at `dueAt`, with a history entry. Has no effect unless called by the latest holder, and
 * once. After a crash before this, the job is called again when its lease expires, and nothing says that it failed.
 */
export async function retryJob(db: Database, job: HeldJob, { at, dueAt, reason, cause }: FailedAttempt): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const failed = await updateHeld(transaction, job)
      .set({ dueAt, freeAt: dueAt, leaseOwner: null, begun: 0, reason, cause })
      .returning(['jobId', 'instanceId', 'nodeId', 'service', 'attempts'])
      .executeTakeFirst();
    if (failed === undefined) return;
    const { instanceId, attempts: attempt, ...about } = failed;
    const data = { ...about, attempt, nextAt: dueAt, reason, ...(cause !== null && { cause }) };
    await putHistory(transaction, { instanceId, at, type: 'job.attempt-failed', data });
  });
}

/** Like {@link retryJob}, but the lease does not count as an attempt, because the service was not called. */
export async function deferJob(db: Database, job: HeldJob, dueAt: number): Promise<void> {
  await inTransaction(db, (transaction) =>
    updateHeld(transaction, job)
      .set((row) => ({ dueAt, freeAt: dueAt, leaseOwner: null, begun: 0, attempts: row('attempts', '-', 1) }))
      .execute(),
  );
}

/**
 * Ends the retries of a job and opens an incident; the instance continues to wait for it. After a crash before this, the
 * job is called again when its lease expires.
 * @param begun what `begun` is when an operator retries it; default: 0
 * @returns false if it is done or the caller is not its latest holder
 */
export async function failJob(
  db: Database,
  { jobId, leases }: HeldJob,
  incident: IncidentRow,
  begun = 0,
): Promise<boolean> {
  const { reason, cause } = incident;
  return inTransaction(db, async (transaction) => {
    const failed = await transaction
      .updateTable('jobs')
      .set({ state: 'failed', freeAt: null, leaseOwner: null, begun, reason, cause })
      .where('jobId', '=', jobId)
      .where('leases', '=', leases)
      .where('state', '=', 'queued')
      .executeTakeFirstOrThrow();
    if (failed.numUpdatedRows !== 1n) return false;
    await putIncident(transaction, incident);
    return true;
  });
}

/**
 * Replaces a job by its parts in one commit; without parts the job is done. After a crash before this, the job is split
 * again when its lease expires, perhaps into other parts: none of the earlier ones was stored, so no signal is delivered
 * twice.
 * @returns false if it is done or the caller is not its latest holder; nothing was stored
 */
export async function splitJob(
  db: Database,
  { jobId, leases }: HeldJob,
  parts: readonly JobRow[],
  at: number,
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const closed = await transaction
      .updateTable('jobs')
      .set({ state: 'done', freeAt: null, leaseOwner: null })
      .where('jobId', '=', jobId)
      .where('leases', '=', leases)
      .where('state', '=', 'queued')
      .executeTakeFirstOrThrow();
    if (closed.numUpdatedRows !== 1n) return false;
    await insertRows(transaction, 'jobs', parts.map(writeJob));
    await resolveIncidents(transaction, jobId, at);
    return true;
  });
}

/**
 * Makes a job due at once that waits for its next attempt or has failed, with a history entry. Its incident stays open
 * until an attempt succeeds.
 * @returns false if it is done or cancelled, or an attempt is running; nothing was changed
 */
export async function makeJobDue(db: Database, jobId: string, at: number, { by }: ByOperator = {}): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const job = await transaction
      .updateTable('jobs')
      .set({ state: 'queued', dueAt: at, freeAt: DUE_AT_ONCE })
      .where('jobId', '=', jobId)
      .where('state', 'in', ['queued', 'failed'])
      .where(isFree(at))
      .returning('instanceId')
      .executeTakeFirst();
    if (job === undefined) return false;
    await putHistory(transaction, { instanceId: job.instanceId, at, type: 'job.retried', data: { jobId, by } });
    return true;
  });
}

/**
 * Queues the request of an operator as a job of its instance, with a history entry; an earlier one of the same id that is
 * not leased is replaced, also if it has failed. After a crash, both are stored or neither.
 */
export async function putRequest(db: Database, job: JobRow, { at, ...note }: RequestNote): Promise<RequestOutcome> {
  return inTransaction(db, async (transaction): Promise<RequestOutcome> => {
    const { instanceId, service: operation } = job;
    const instance = await transaction
      .selectFrom('instances')
      .select('endedAt')
      .where('instanceId', '=', instanceId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (instance === undefined) return 'unknown';
    if (instance.endedAt !== null) return 'over';
    const row = { ...writeJob(job), freeAt: DUE_AT_ONCE };
    const { input, service, state, attempts, dueAt, freeAt } = row;
    const renewed = {
      input,
      service,
      state,
      attempts,
      dueAt,
      freeAt,
      begun: 0,
      leaseOwner: null,
      reason: null,
      cause: null,
    };
    const put = await transaction
      .insertInto('jobs')
      .values(row)
      .onConflict((conflict) =>
        // While one is leased its holder may be about to do it, also when the lease has run out.
        conflict.column('jobId').doUpdateSet(renewed).where('jobs.leaseOwner', 'is', null),
      )
      .returning('jobId')
      .executeTakeFirst();
    if (put === undefined) return 'running';
    await putHistory(transaction, { instanceId, at, type: 'operation.requested', data: { operation, ...note } });
    return 'requested';
  });
}

/**
 * Closes the job of a request that was refused, with its incidents and a history entry. Has no effect unless called by the
 * latest holder, and once.
 */
export async function refuseRequest(
  db: Database,
  { jobId, leases }: HeldJob,
  { at, ...note }: RequestNote,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const closed = await transaction
      .updateTable('jobs')
      .set({ state: 'cancelled', freeAt: null, leaseOwner: null, reason: note.reason })
      .where('jobId', '=', jobId)
      .where('leases', '=', leases)
      .where('state', '=', 'queued')
      .returning(['instanceId', 'service'])
      .executeTakeFirst();
    if (closed === undefined) return;
    const { instanceId, service: operation } = closed;
    await resolveIncidents(transaction, jobId, at);
    await putHistory(transaction, { instanceId, at, type: 'operation.refused', data: { operation, ...note } });
  });
}
