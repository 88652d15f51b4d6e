import type { Kysely } from 'kysely';
import type { HeldJob, IncidentRow } from '../../port.ts';
import type { Schema } from '../../schema.ts';
import { putIncident } from '../incidents/put-incident.ts';

export async function failJob(db: Kysely<Schema>, { jobId, leases }: HeldJob, incident: IncidentRow): Promise<boolean> {
  return await db.transaction().execute(async (transaction) => {
    const failed = await transaction
      .updateTable('jobs')
      .set({ state: 'failed', freeAt: null, leaseOwner: null })
      .where('jobId', '=', jobId)
      .where('leases', '=', leases)
      .where('state', '=', 'queued')
      .executeTakeFirstOrThrow();
    if (failed.numUpdatedRows !== 1n) return false;
    await putIncident(transaction, incident);
    return true;
  });
}
