import type { Kysely } from 'kysely';
import type { FailedAttempt, HeldJob, IncidentRow, JobRow } from '../../port.ts';
import { readJob, writeJob } from '../../rows/job.ts';
import type { Schema } from '../../schema.ts';
import { putIncident, resolveIncidents } from '../incidents/incidents.ts';
import { inChunks } from '../shared/in-chunks.ts';

export async function getJob(db: Kysely<Schema>, jobId: string): Promise<JobRow | undefined> {
  const record = await db.selectFrom('jobs').selectAll().where('jobId', '=', jobId).executeTakeFirst();
  return record && readJob(record);
}

export async function beginJob(db: Kysely<Schema>, { jobId, leases }: HeldJob): Promise<number | undefined> {
  const begun = await db
    .updateTable('jobs')
    .set((row) => ({ begun: row('begun', '+', 1) }))
    .where('jobId', '=', jobId)
    .where('leases', '=', leases)
    .where('leaseOwner', 'is not', null)
    .returning('begun')
    .executeTakeFirst();
  return begun?.begun;
}

export async function retryJob(
  db: Kysely<Schema>,
  { jobId, leases }: HeldJob,
  { at, dueAt, reason, cause }: FailedAttempt,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const job = await transaction
      .updateTable('jobs')
      .set({ dueAt, freeAt: dueAt, leaseOwner: null, begun: 0, reason, cause })
      .where('jobId', '=', jobId)
      .where('leases', '=', leases)
      .where('leaseOwner', 'is not', null)
      .returning(['instanceId', 'nodeId', 'service', 'attempts'])
      .executeTakeFirst();
    if (job === undefined) return;
    const { instanceId, attempts: attempt, ...about } = job;
    const data = { jobId, ...about, attempt, nextAt: dueAt, reason, ...(cause !== null && { cause }) };
    const entry = { instanceId, at, type: 'job.attempt-failed', data: JSON.stringify(data) };
    await transaction.insertInto('history').values(entry).execute();
  });
}

export async function deferJob(db: Kysely<Schema>, { jobId, leases }: HeldJob, dueAt: number): Promise<void> {
  await db
    .updateTable('jobs')
    .set((row) => ({ dueAt, freeAt: dueAt, leaseOwner: null, begun: 0, attempts: row('attempts', '-', 1) }))
    .where('jobId', '=', jobId)
    .where('leases', '=', leases)
    .where('leaseOwner', 'is not', null)
    .execute();
}

export async function failJob(
  db: Kysely<Schema>,
  { jobId, leases }: HeldJob,
  incident: IncidentRow,
  begun = 0,
): Promise<boolean> {
  const { reason, cause } = incident;
  return await db.transaction().execute(async (transaction) => {
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

export async function splitJob(
  db: Kysely<Schema>,
  { jobId, leases }: HeldJob,
  parts: readonly JobRow[],
  at: number,
): Promise<boolean> {
  return await db.transaction().execute(async (transaction) => {
    const closed = await transaction
      .updateTable('jobs')
      .set({ state: 'done', freeAt: null, leaseOwner: null })
      .where('jobId', '=', jobId)
      .where('leases', '=', leases)
      .where('state', '=', 'queued')
      .executeTakeFirstOrThrow();
    if (closed.numUpdatedRows !== 1n) return false;
    for (const chunk of inChunks(parts.map(writeJob))) await transaction.insertInto('jobs').values(chunk).execute();
    await resolveIncidents(transaction, jobId, at);
    return true;
  });
}
