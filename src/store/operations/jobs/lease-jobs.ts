import { randomUUID } from 'node:crypto';
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { IncidentRow, JobRow, Lease } from '../../port.ts';
import { parseJob } from '../../rows/job.ts';
import { unreadable } from '../../rows/read-json.ts';
import type { JobRecord, Schema } from '../../schema.ts';
import { putIncident } from '../incidents/incidents.ts';
import { leaseDue } from '../shared/lease-due.ts';

/** @param onIncident called after the commit with what was raised for a row that cannot be read */
export async function leaseJobs(
  db: Kysely<Schema>,
  lease: Lease,
  onIncident?: (incident: IncidentRow) => void,
): Promise<JobRow[]> {
  const raised: IncidentRow[] = [];
  const leased = await db.transaction().execute(async (transaction) => {
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
  return await putIncident(db, {
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
