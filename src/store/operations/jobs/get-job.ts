import type { Kysely } from 'kysely';
import type { JobRow } from '../../port.ts';
import { readJob } from '../../rows/job.ts';
import type { Schema } from '../../schema.ts';

export async function getJob(db: Kysely<Schema>, jobId: string): Promise<JobRow | undefined> {
  const record = await db.selectFrom('jobs').selectAll().where('jobId', '=', jobId).executeTakeFirst();
  return record && readJob(record);
}
