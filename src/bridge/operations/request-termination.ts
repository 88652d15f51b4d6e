import { InputError } from '../../errors.ts';
import type { Store } from '../../store/port.ts';
import type { TerminationInput } from './terminate-options.ts';

/**
 * Requests from outside of a service that an instance is ended: a job, which a running service fulfils, or the next one that
 * starts. The report of an end needs the options of the service, such as its time zone and its texts. Once it resolves, the
 * request is durable; a repeat replaces it unless it is being fulfilled.
 * @throws {InputError} `ERR_INSTANCE_UNKNOWN`; `ERR_NOT_RETRIABLE`: the instance has ended, or is being ended at this moment
 */
export async function requestTermination(
  store: Pick<Store, 'requestTermination'>,
  instanceId: string,
  input: TerminationInput,
  at: number,
): Promise<{ readonly jobId: string }> {
  const jobId = `${instanceId}.terminate`;
  const outcome = await store.requestTermination(
    {
      ...{ jobId, kind: 'terminate', instanceId, nodeId: '', executionId: jobId, service: 'terminate' },
      ...{ variables: {}, input, idempotencyKey: jobId, state: 'queued', attempts: 0, leases: 0, begun: 0 },
      ...{ dueAt: at, createdAt: at, traceparent: null, reason: null, cause: null },
    },
    { at, ...input },
  );
  const details = { instanceId, why: outcome };
  if (outcome === 'unknown')
    throw new InputError('ERR_INSTANCE_UNKNOWN', `There is no instance ${instanceId}: instances list has them.`, {
      details,
    });
  if (outcome === 'requested') return { jobId };
  const why = outcome === 'over' ? 'it has ended' : 'a service is ending it at this moment';
  throw new InputError('ERR_NOT_RETRIABLE', `The instance ${instanceId} cannot be terminated: ${why}.`, { details });
}
