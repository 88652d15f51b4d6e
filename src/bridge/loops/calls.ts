import { StepError } from '../../errors.ts';
import type { ScriptFunction, ServiceFunction } from '../../host/host.ts';
import { jobFailed, labelOfJob, toJsonResult } from '../../plugin/apply/jobs/json-result.ts';
import { findScripts, withScriptMappings } from '../../plugin/apply/jobs/run-scripts.ts';
import type { InstanceRow, JobRow } from '../../store/store.ts';
import type { BridgeContext } from '../context/context.ts';
import type { Definitions } from '../definitions/definitions.ts';
import type { InstanceSteps } from '../steps/instance-steps.ts';

/** Finds the host's function for a job; undefined if the host provides none. */
export type FindFunction = (job: JobRow, instance: InstanceRow | undefined) => Promise<ServiceFunction | undefined>;

export function createFindFunction(
  definitions: Pick<Definitions, 'load'>,
  services: Readonly<Record<string, ServiceFunction>>,
  scripts: ScriptFunction | undefined,
): FindFunction {
  return async ({ kind, service, nodeId, executionId }, instance) => {
    const known = services[service];
    if (scripts === undefined || (kind === 'service' && known === undefined)) return known;
    // Scripts are only in the definition, never in rows of jobs or in logs.
    const model = instance && (await definitions.load(instance.definitionId)).model;
    if (kind === 'script') return model && findScripts(model, nodeId, executionId, scripts);
    const node = model?.services.get(nodeId);
    return known && node ? withScriptMappings(known, node, scripts) : known;
  };
}

/**
 * Calls the service of a job, with a timeout of `timeoutMs`. If the service ignores its abort signal, its result is ignored.
 * @param closing also aborts the call; there is no timeout then, and the caller waits for the service
 * @returns plain JSON
 * @throws {StepError} `ERR_SERVICE_FAILED`: there is no such service, it timed out, or its result is not valid JSON
 * @throws the error of the service
 */
export async function callService(
  service: ServiceFunction | undefined,
  job: JobRow,
  timeoutMs: number,
  closing: AbortSignal,
): Promise<unknown> {
  if (!service) throw jobFailed(`The bridge was not given ${labelOfJob(job)}: pass it to createBridge.`);
  const { instanceId, nodeId, variables, input, idempotencyKey } = job;
  const call = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = jobFailed(`${labelOfJob(job)} took longer than ${timeoutMs} ms.`);
      reject(error);
      call.abort(error);
    }, timeoutMs);
  });
  const abort = () => {
    clearTimeout(timer);
    call.abort(closing.reason);
  };
  closing.addEventListener('abort', abort, { once: true });
  try {
    const working = service({ instanceId, nodeId, variables, input, idempotencyKey, signal: call.signal });
    return toJsonResult(await Promise.race([working, late]), job);
  } finally {
    clearTimeout(timer);
    closing.removeEventListener('abort', abort);
  }
}

/** The step after a call belongs to its attempt. */
export function callNeverReturned(job: JobRow, attempts: number): StepError {
  return new StepError(
    'ERR_JOB_NEVER_RETURNED',
    `${attempts} calls of ${labelOfJob(job)} did not come back: each time the process ended or stood still. It is not called ` +
      'again. Look for what ends the process, in the call or in the step after it.',
    { details: { attempts } },
  );
}

/**
 * Finds the deployed process of a call whose token waits for it, and moves the token into it. The extended definition and
 * the step are one commit, so a crash before it changes nothing. Does nothing if the job is already done.
 */
export function createResolveCall(
  { store }: BridgeContext,
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
