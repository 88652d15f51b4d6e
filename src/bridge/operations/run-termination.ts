import type { JobRow, Store } from '../../store/port.ts';
import type { InstanceOperations } from './instance-operations.ts';
import { TerminationInput } from './terminate-options.ts';

/** Ends the instance as an operator has requested it outside of the service; the step closes the job. */
export function createRunTermination(
  store: Pick<Store, 'splitJob'>,
  onInstances: Pick<InstanceOperations, 'terminateFor'>,
  clock: () => number,
): (job: JobRow) => Promise<void> {
  return async (job) => {
    const { kind } = await onInstances.terminateFor(job.instanceId, TerminationInput.parse(job.input), job.jobId);
    // It has ended by itself.
    if (kind !== 'applied') await store.splitJob(job, [], clock());
  };
}
