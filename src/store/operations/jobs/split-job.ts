import type { Kysely } from 'kysely';
import type { HeldJob, JobRow } from '../../port.ts';
import { writeJob } from '../../rows/job.ts';
import type { Schema } from '../../schema.ts';
import { resolveOf } from '../incidents/resolve-of.ts';
import { inChunks } from '../shared/in-chunks.ts';

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
    await resolveOf(transaction, jobId, at);
    return true;
  });
}
