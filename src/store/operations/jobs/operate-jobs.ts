import type { Kysely } from 'kysely';
import type { ByOperator, JobSummary, Store } from '../../port.ts';
import type { Schema } from '../../schema.ts';
import { insertRows } from '../shared/compiled-statements.ts';
import { pageOf } from '../shared/page.ts';

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
] as const satisfies readonly (keyof JobSummary)[];

export async function listJobs(db: Kysely<Schema>, filter: Parameters<Store['listJobs']>[0]): Promise<JobSummary[]> {
  const { limit, offset } = pageOf(filter);
  let query = db.selectFrom('jobs').select(SUMMARY);
  if (filter.instanceId !== undefined) query = query.where('instanceId', '=', filter.instanceId);
  if (filter.state !== undefined) query = query.where('state', '=', filter.state);
  return await query.orderBy('jobId').limit(limit).offset(offset).execute();
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
      .set({ state: 'queued', dueAt: at, freeAt: at })
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
