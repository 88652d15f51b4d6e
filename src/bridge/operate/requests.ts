/**
 * Operations that need a step of an instance, requested where there is no service, such as from a shell: a step needs the
 * options of the service, such as its time zone, its texts and its functions. A request is a job, which a running service
 * fulfils, or the next one that starts.
 */

import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { InputError } from '../../errors.ts';
import { OPERATIONS, type RequestedName } from '../../operations/operations.ts';
import { instanceOperationOf } from '../../plugin/apply/operations/instance-operation.ts';
import {
  readReassignOptions,
  readRecallOptions,
  readVariablesOptions,
} from '../../plugin/apply/operations/operation-options.ts';
import { readVariables } from '../../plugin/apply/read-variables.ts';
import { JsonObject } from '../../protocol/json-object.ts';
import type { JobRow, Store } from '../../store/store.ts';
import { readTerminateOptions } from '../calls/instance-operations.ts';
import type { BridgeContext } from '../context/context.ts';
import { isOfTheProcess } from '../steps/incidents.ts';
import type { InstanceSteps } from '../steps/instance-steps.ts';
import { newJob } from '../steps/new-rows.ts';
import { findTarget, readMigrateOptions } from './migrate.ts';
import type { RunInStep, VariablesRequest } from './operate.ts';

const NAMES = Object.keys(OPERATIONS).filter(
  (name) => 'inStep' in OPERATIONS[name as RequestedName],
) as RequestedName[];

/** What a job of kind `request` asks for. */
const RequestInput = z.object({ operation: z.enum(NAMES), id: z.string(), options: JsonObject });

/** Refuses at once what the service would refuse in any case. */
type Check = (id: string, options: never, store: Pick<Store, 'getDefinition'>) => unknown;
const CHECKS: Readonly<Record<RequestedName, Check>> = {
  'instances.suspend': (id, options) => instanceOperationOf('suspend', id, options),
  'instances.activate': (id, options) => instanceOperationOf('activate', id, options),
  'instances.terminate': (id, options) => readTerminateOptions(options, id),
  'instances.setVariables': (id, { variables, ...options }: VariablesRequest) => [
    readVariables(variables, id),
    readVariablesOptions(options, id),
  ],
  'instances.migrate': (id, options: object, store) =>
    findTarget(store, readMigrateOptions({ ...options, instanceIds: [id] }).to),
  'tasks.recall': (id, options) => readRecallOptions(options, id),
  'tasks.reassign': (id, options) => readReassignOptions(options, id),
};

/**
 * Of two requests with the same id, the later one replaces the earlier one unless that is being fulfilled: the run state of
 * an instance, its version and the handlers of a task are what was asked for last. Each change of variables counts.
 */
function jobIdOf(name: RequestedName, id: string): string {
  if (name === 'instances.suspend' || name === 'instances.activate') return `${id}.request.suspension`;
  const verb = name.slice(name.indexOf('.') + 1);
  return name === 'instances.setVariables' ? `${id}.request.${verb}.${randomUUID()}` : `${id}.request.${verb}`;
}

/**
 * Creates what stores requests. Once a call resolves, its request is durable.
 * @throws {InputError} `ERR_INSTANCE_UNKNOWN`; `ERR_INPUT_INVALID`: an option, or there is no such task;
 * `ERR_PROCESS_UNKNOWN`: the definition is not deployed; `ERR_NOT_RETRIABLE`: the instance has ended, or an earlier request is
 * being fulfilled at this moment
 */
export function createRequests(store: Store, clock: () => number): RunInStep {
  async function instanceOf(name: RequestedName, id: string): Promise<string> {
    if (OPERATIONS[name].on !== 'tasks') return id;
    const task = await store.getTask(id);
    // All who are asked are recalled by the task that was closed for them.
    if (task && (task.closedAt === null || name === 'tasks.recall')) return task.instanceId;
    const why = task === undefined ? 'there is no such task' : 'it is closed';
    throw new InputError('ERR_INPUT_INVALID', `The task ${id} cannot be changed: ${why}.`, { details: { taskId: id } });
  }

  return async (name, id, given) => {
    const options = JsonObject.parse(given);
    await CHECKS[name](id, options as never, store);
    const instanceId = await instanceOf(name, id);
    const jobId = jobIdOf(name, id);
    const at = clock();
    const input = { operation: name, id, options };
    const job = { jobId, kind: 'request', instanceId, nodeId: '', service: name, variables: {}, input } as const;
    const outcome = await store.putRequest(newJob(job, at, null), { at, ...noteOf(options) });
    if (outcome === 'requested') return { instanceId, jobId };
    const details = { instanceId, why: outcome };
    if (outcome === 'unknown')
      throw new InputError('ERR_INSTANCE_UNKNOWN', `There is no instance ${instanceId}: instances list has them.`, {
        details,
      });
    const why = outcome === 'over' ? 'it has ended' : 'a service is fulfilling an earlier request at this moment';
    throw new InputError('ERR_NOT_RETRIABLE', `The instance ${instanceId} cannot be changed: ${why}.`, { details });
  };
}

/** For the history, without values of variables. */
function noteOf({ by, reason = null, force }: Readonly<Record<string, unknown>>) {
  return { by: String(by ?? ''), reason: reason === null ? null : String(reason), ...(force === true && { force }) };
}

/**
 * Creates what fulfils a request. The step of the operation closes its job, so a request is fulfilled once, whenever the
 * process is killed. One that is refused is closed with the reason in the history; after any other failure it is tried again.
 * @param runWith what does operations by these steps
 */
export function createFulfilRequest(
  { store, clock }: BridgeContext,
  steps: Pick<InstanceSteps, 'apply'>,
  runWith: (steps: Pick<InstanceSteps, 'apply'>) => RunInStep,
): (job: JobRow) => Promise<void> {
  return async (job) => {
    const { operation, id, options } = RequestInput.parse(job.input);
    try {
      await runWith(closing(job, steps, store))(operation, id, options);
    } catch (error) {
      if (error instanceof RequestIsOver) return;
      // A defect is mended, and then the request is made again.
      if (!isOfTheProcess(error) || error.code === 'ERR_UNEXPECTED') throw error;
      await store.refuseRequest(job, { at: clock(), ...noteOf(options), reason: error.message });
    }
  };
}

/** Another bridge has fulfilled the request. */
class RequestIsOver extends Error {}

/** Steps that close a job in their commit, or are not taken when the job is over. */
function closing(
  { jobId }: JobRow,
  steps: Pick<InstanceSteps, 'apply'>,
  store: Pick<Store, 'getJob'>,
): Pick<InstanceSteps, 'apply'> {
  return {
    apply: (instanceId, decide, found) =>
      steps.apply(
        instanceId,
        async (instance, definition) => {
          if ((await store.getJob(jobId))?.state !== 'queued') throw new RequestIsOver();
          const plan = await decide(instance, definition);
          if ('refuse' in plan) return plan;
          return { ...plan, extras: { ...plan.extras, jobsClosed: [{ jobId, state: 'done' }] } };
        },
        found,
      ),
  };
}
