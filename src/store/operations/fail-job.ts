import type { Kysely } from 'kysely';
import type { IncidentRow } from '../port.ts';
import type { Schema } from '../schema.ts';
import { putIncident } from './put-incident.ts';

export async function failJob(db: Kysely<Schema>, jobId: string, incident: IncidentRow): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const failed = await transaction
      .updateTable('jobs')
      .set({ state: 'failed', freeAt: null, leaseOwner: null })
      .where('jobId', '=', jobId)
      .where('state', '=', 'queued')
      .executeTakeFirstOrThrow();
    if (failed.numUpdatedRows === 1n) await putIncident(transaction, incident);
  });
}
