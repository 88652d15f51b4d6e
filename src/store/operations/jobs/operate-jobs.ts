import type { Kysely, SelectQueryBuilder } from 'kysely';
import { type ByOperator, DUE_AT_ONCE, type JobFilter, type JobSummary, type Store } from '../../port.ts';
import type { Schema } from '../../schema.ts';
import { insertRows } from '../shared/compiled-statements.ts';
import { countRows } from '../shared/count-rows.ts';
import { limitOf } from '../shared/page.ts';

const SUMMARY = [
  'jobId',
  'kind',
  'instanceId',
  'nodeId',
  'service',
  'state',
  'attempts',
  'dueAt',
  'createdAt',
  'reason',
  'cause',
] as const satisfies readonly (keyof JobSummary)[];

export async function listJobs(db: Kysely<Schema>, filter: Parameters<Store['listJobs']>[0]): Promise<JobSummary[]> {
  let query = selectJobs(db, filter).select(SUMMARY);
  if (filter.after !== undefined) query = query.where('jobId', '>', filter.after);
  return await query.orderBy('jobId').limit(limitOf(filter)).execute();
}

export async function countJobs(db: Kysely<Schema>, filter: JobFilter): Promise<number> {
  return countRows(selectJobs(db, filter));
}

function selectJobs(db: Kysely<Schema>, { instanceId, state }: JobFilter) {
  let query: SelectQueryBuilder<Schema, 'jobs', object> = db.selectFrom('jobs');
  if (instanceId !== undefined) query = query.where('instanceId', '=', instanceId);
  if (state !== undefined) query = query.where('state', '=', state);
  // The state says the same, but only this condition lets the index of due jobs answer.
  if (state === 'queued') query = query.where('freeAt', 'is not', null);
  return query;
}

export async function makeJobDue(
  db: Kysely<Schema>,
  jobId: string,
  at: number,
  { by }: ByOperator = {},
): Promise<boolean> {
  return await db.transaction().execute(async (transaction) => {
    const job = await transaction
      .updateTable('jobs')
      .set({ state: 'queued', dueAt: at, freeAt: DUE_AT_ONCE })
      .where('jobId', '=', jobId)
      .where('state', 'in', ['queued', 'failed'])
      .where((row) => row.or([row('leaseOwner', 'is', null), row('freeAt', '<=', at)]))
      .returning('instanceId')
      .executeTakeFirst();
    if (job === undefined) return false;
    const data = JSON.stringify({ jobId, by });
    await insertRows(transaction, 'history', [{ instanceId: job.instanceId, at, type: 'job.retried', data }]);
    return true;
  });
}
