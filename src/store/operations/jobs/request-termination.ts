import type { Kysely } from 'kysely';
import { DUE_AT_ONCE, type JobRow, type TerminationOutcome, type TerminationRequest } from '../../port.ts';
import { writeJob } from '../../rows/job.ts';
import type { Schema } from '../../schema.ts';

export async function requestTermination(
  db: Kysely<Schema>,
  job: JobRow,
  { at, by, reason, force }: TerminationRequest,
): Promise<TerminationOutcome> {
  return await db.transaction().execute(async (transaction) => {
    const { instanceId } = job;
    const instance = await transaction
      .selectFrom('instances')
      .select('endedAt')
      .where('instanceId', '=', instanceId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (instance === undefined) return 'unknown';
    if (instance.endedAt !== null) return 'over';
    const row = { ...writeJob(job), freeAt: DUE_AT_ONCE };
    const { input, state, attempts, dueAt, freeAt } = row;
    const put = await transaction
      .insertInto('jobs')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .column('jobId')
          .doUpdateSet({ input, state, attempts, dueAt, freeAt, begun: 0, leaseOwner: null, reason: null, cause: null })
          .where((known) => known.or([known('jobs.leaseOwner', 'is', null), known('jobs.freeAt', '<=', at)])),
      )
      .returning('jobId')
      .executeTakeFirst();
    if (put === undefined) return 'running';
    const data = JSON.stringify({ by, reason, force });
    await transaction
      .insertInto('history')
      .values({ instanceId, at, type: 'instance.termination-requested', data })
      .execute();
    return 'requested';
  });
}
