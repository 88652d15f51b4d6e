import { pressedStateOf } from '../../plugin/state/instance-status.ts';
import type { JobRow } from '../../store/store.ts';
import { SignalJobInput } from '../steps/event-job-input.ts';
import type { EventDeliveryParts } from './event-delivery.ts';

/**
 * Delivers a signal that an instance threw to all other instances that wait for it, and to every process that it starts;
 * the throwing instance received it in the same step. Exactly once for each receiver: first a job is stored for each
 * receiver, then each delivery closes its job in the same commit.
 */
export function createSignalDelivery({
  store,
  steps,
  starts,
  findStarts,
  clock,
}: EventDeliveryParts & { readonly clock: () => number }): (job: JobRow) => Promise<void> {
  async function findTargets({ instanceId, service: name }: JobRow): Promise<NonNullable<SignalJobInput['target']>[]> {
    const catchers = await store.findSignalCatchers(name);
    const others = catchers.filter((each) => each !== instanceId).map((each) => ({ instanceId: each }));
    return [...others, ...(await findStarts('signal', name))];
  }

  function toPart(job: JobRow, input: SignalJobInput, index: number): JobRow {
    const jobId = `${job.jobId}.${index}`;
    const at = clock();
    const own = { jobId, executionId: jobId, idempotencyKey: jobId, input, attempts: 0, leases: 0, begun: 0 };
    return { ...job, ...own, dueAt: at, createdAt: at, reason: null, cause: null };
  }

  async function deliverTo(instanceId: string, { jobId, service: name, leases }: JobRow): Promise<void> {
    const outcome = await steps.apply(instanceId, async ({ status }) => {
      if (pressedStateOf({ status }) === 'over') return { refuse: 'ended' };
      if ((await store.getJob(jobId))?.state !== 'queued') return { refuse: 'delivered' };
      return { trigger: { kind: 'signal', name }, extras: { jobsClosed: [{ jobId, state: 'done' }] } };
    });
    // The instance no longer waits for the signal.
    if (!('applied' in outcome)) await store.splitJob({ jobId, leases }, [], clock());
  }

  return async (job) => {
    const { jobId } = job;
    const thrown = SignalJobInput.parse(job.input);
    const { target, businessKey, initiator, initiatorName } = thrown;
    if (target === null) {
      const parts = (await findTargets(job)).map((each, index) => toPart(job, { ...thrown, target: each }, index));
      await store.splitJob(job, parts, clock());
    } else if ('instanceId' in target) {
      await deliverTo(target.instanceId, job);
    } else {
      await starts.startBy(
        { startNodeId: target.startNodeId, closes: jobId, thrownBy: job.instanceId },
        target.processId,
        {
          startKey: jobId,
          initiator,
          ...(initiatorName !== null && { initiatorName }),
          ...(businessKey !== null && { businessKey }),
        },
      );
    }
  };
}
