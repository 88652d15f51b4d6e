import type { JobRow, Store } from '../../store/store.ts';
import type { Definitions } from '../definitions/definitions.ts';
import type { InstanceSteps } from '../steps/instance-steps.ts';

/**
 * Finds the deployed process of a call whose token waits for it, and moves the token into it. The extended definition and
 * the step are one commit, so a crash before it changes nothing. Does nothing if the job is already done.
 */
export function createResolveCall(
  store: Pick<Store, 'getJob'>,
  steps: Pick<InstanceSteps, 'apply'>,
  definitions: Pick<Definitions, 'expand'>,
): (job: JobRow) => Promise<void> {
  return async ({ jobId, instanceId, nodeId, executionId, service: target }) => {
    await steps.apply(instanceId, async (instance, definition) => {
      const { model } = await definition();
      const current = await store.getJob(jobId);
      const call = model.services.get(nodeId)?.call;
      if (current?.state !== 'queued' || call === undefined) return { refuse: 'over' };
      const { row, compiled, gatewayId, flowId } = await definitions.expand(instance.definitionId, {
        ...call,
        waitId: nodeId,
        target,
      });
      const isNew = row.definitionId !== instance.definitionId;
      return {
        trigger: { kind: 'call', executionId, gatewayId, flowId },
        ...(isNew && { definition: { row, compiled } }),
        extras: { jobsClosed: [{ jobId, state: 'done' }] },
      };
    });
  };
}
