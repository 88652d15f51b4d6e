import { InputError } from '../../errors.ts';
import type { ByOperator, Store } from '../../store/port.ts';

/**
 * Makes a job due at once that waits for its next attempt, or has failed.
 * @throws {InputError} `ERR_NOT_RETRIABLE`: `details.why` says why it cannot be retried
 */
export async function retryJobNow(
  store: Pick<Store, 'makeJobDue' | 'getJob'>,
  jobId: string,
  at: number,
  operator: ByOperator,
): Promise<void> {
  if (await store.makeJobDue(jobId, at, operator)) return;
  const job = await store.getJob(jobId);
  const why =
    job === undefined ? 'there is none' : job.state === 'queued' ? 'an attempt is running' : `it is ${job.state}`;
  throw new InputError('ERR_NOT_RETRIABLE', `The job ${jobId} was not retried: ${why}.`, { details: { jobId, why } });
}
