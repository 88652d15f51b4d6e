import { randomUUID } from 'node:crypto';
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { JobRow, Lease } from '../../port.ts';
import { parseJob } from '../../rows/job.ts';
import { unreadable } from '../../rows/read-json.ts';
import type { JobRecord, Schema } from '../../schema.ts';
import { putIncident } from '../incidents/incidents.ts';
import { leaseDue } from '../shared/lease-due.ts';

export async function leaseJobs(db: Kysely<Schema>, lease: Lease): Promise<JobRow[]> {
  return await db.transaction().execute(async (transaction) => {
    const records = await leaseDue(transaction, 'jobs', 'jobId', lease);
    const jobs: JobRow[] = [];
    for (const record of records.toSorted((a, b) => a.dueAt - b.dueAt || (a.jobId < b.jobId ? -1 : 1))) {
      const job = parseJob(record);
      if (job === undefined) await failUnreadable(transaction, record, lease.now);
      else jobs.push(job);
    }
    return jobs;
  });
}

/** Otherwise every lease that includes the job would fail. */
async function failUnreadable(
  db: Transaction<Schema>,
  { jobId, instanceId }: Selectable<JobRecord>,
  now: number,
): Promise<void> {
  const { code, message: reason } = unreadable({ table: 'jobs', id: jobId });
  await db
    .updateTable('jobs')
    .set({ state: 'failed', freeAt: null, leaseOwner: null })
    .where('jobId', '=', jobId)
    .execute();
  await putIncident(db, {
    incidentId: randomUUID(),
    instanceId,
    kind: 'job',
    subject: jobId,
    code,
    reason,
    cause: null,
    at: now,
    latestAt: now,
    count: 1,
    resolvedAt: null,
  });
}
