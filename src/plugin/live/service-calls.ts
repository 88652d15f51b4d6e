import { ActivityError } from 'bpmn-elements';
import { StepError } from '../../errors.ts';
import { BpmnError, type ServiceFunction } from '../../host/host.ts';
import type { Id } from '../../net/state.ts';
import { toJsonResult } from '../apply/jobs/json-result.ts';
import { findScripts, withScriptMappings } from '../apply/jobs/run-scripts.ts';
import { describeTaskJob } from '../apply/jobs/task-scripts.ts';
import type { ProcessControl } from '../engine/link.ts';
import type { CreatedJob } from '../outcome/created-job.ts';
import { describeJob } from '../outcome/describe-job.ts';
import type { InstanceRun } from '../state/instance-run.ts';
import { readAskKey, readJobKey } from '../state/job-key.ts';
import type { AskedCondition, Ledger, OpenJob } from '../state/ledger.ts';
import { listWaits, type Wait } from '../tokens/waits.ts';
import type { PluginConfig } from './read-plugin-options.ts';

/** How a job ended. */
export type JobOutcome =
  | {
      /** What the service returned; plain JSON. */
      readonly result: unknown;
    }
  | {
      /** The code of the BPMN error that the service threw. */
      readonly errorCode: string;
    };

export interface ServiceCalls {
  /** Calls all services for which the process waits and that are not being called yet, including failed ones. It must be at rest. */
  begin(run: InstanceRun, control: ProcessControl): void;
  /** Resolves when no call is running. */
  idle(): Promise<void>;
}

interface CallListener {
  instanceId(): string;
  /** If it throws, the call has failed. */
  onResult(executionId: string, result: unknown): void;
  /** The service threw a {@link BpmnError}. If this throws, for instance because no event catches the error, the call has failed. */
  onBpmnError(executionId: string, code: string): void;
  /** A call waits for its process. */
  onCall(executionId: string): Promise<void>;
  onError(error: unknown): void;
}

/** Creates the service calls of one live engine. They are only in memory; the inputs of each job are in the ledger. */
export function createServiceCalls(
  options: Pick<PluginConfig, 'services' | 'scripts'>,
  { instanceId, onResult, onBpmnError, onCall, onError }: CallListener,
): ServiceCalls {
  const calls = new Map<string, Promise<void>>();

  /** @param element undefined for a condition that is a script */
  async function call(run: InstanceRun, job: CreatedJob, element: ServiceElement | undefined): Promise<void> {
    const { nodeId, service, kind, executionId, variables, input } = job;
    const ofEngine = kind === 'service' && element ? findEngineService(element, service) : undefined;
    const work = findFunction(run, job, options, ofEngine);
    if (!work) {
      const what = kind === 'script' ? `A function for the ${service} script` : `Service ${service}`;
      throw new StepError('ERR_STEP_FAILED', `${what} of ${nodeId} was given neither to the plugin nor to its engine.`);
    }
    const { signal } = new AbortController();
    const idempotencyKey = `${instanceId()}.${executionId}`;
    let result: unknown;
    try {
      result = await work({ instanceId: instanceId(), nodeId, variables, input, idempotencyKey, signal });
    } catch (error) {
      if (!(error instanceof BpmnError)) throw error;
      onBpmnError(executionId, error.errorCode);
      return;
    }
    onResult(executionId, toJsonResult(result, job));
  }

  return {
    begin(run, control) {
      const ofWaits = listWaits(run).map((wait) => ({ job: jobOf(run, wait), token: wait.token }));
      const asked = Object.values(run.asked).map(({ given }) => ({ job: given, token: undefined }));
      for (const { job, token } of [...ofWaits, ...asked]) {
        if (job === undefined || calls.has(job.executionId)) continue;
        const begun =
          job.kind === 'call'
            ? onCall(job.executionId)
            : call(run, job, token === undefined ? undefined : elementAt(control, token));
        const work = begun.catch(onError).finally(() => calls.delete(job.executionId));
        calls.set(job.executionId, work);
      }
    },
    async idle() {
      while (calls.size > 0) await Promise.all(calls.values());
    },
  };
}

/** Stores the inputs of new jobs in the ledger, because the variables may have changed when a service is called again. */
export function keepJobInputs(ledger: Ledger, created: readonly CreatedJob[]): Ledger {
  const openJobs: Record<string, OpenJob> = { ...ledger.openJobs };
  const asked: Record<string, AskedCondition> = { ...ledger.asked };
  for (const given of created) {
    const { key = '' } = readAskKey(given.executionId) ?? {};
    const { executionId } = readJobKey(given.executionId);
    if (asked[key]) asked[key] = { ...asked[key], given };
    else if (openJobs[executionId]) openJobs[executionId] = { ...openJobs[executionId], given };
  }
  return { ...ledger, openJobs, asked };
}

/** Whether the instance still waits for a job. */
export function isOpenJob({ openJobs, asked }: Ledger, jobKey: string): boolean {
  const ask = readAskKey(jobKey);
  if (ask) return asked[ask.key]?.number === ask.number;
  const { executionId, part } = readJobKey(jobKey);
  const job = openJobs[executionId];
  return job !== undefined && job.part === part;
}

/** The job of a wait; undefined if the wait is not for a job. */
function jobOf(run: InstanceRun, wait: Wait): CreatedJob | undefined {
  const job = run.openJobs.get(wait.executionId);
  if (job === undefined) return undefined;
  return job.given ?? (job.part === undefined ? describeJob(run, wait) : describeTaskJob(run, wait, job.part));
}

/**
 * The function that a job calls; undefined if it was not given.
 * @param otherwise the service of this name that the engine has
 */
export function findFunction(
  { model }: InstanceRun,
  { kind, service, nodeId, executionId }: CreatedJob,
  { services, scripts }: Pick<PluginConfig, 'services' | 'scripts'>,
  otherwise?: ServiceFunction,
): ServiceFunction | undefined {
  const node = model.services.get(nodeId);
  const known = services[service] ?? otherwise;
  if (kind === 'service') return scripts && node && known ? withScriptMappings(known, node, scripts) : known;
  return scripts && findScripts(model, nodeId, executionId, scripts);
}

/** The element of a service, and the execution that waits, as bpmn-engine shows them to a service. */
interface ServiceElement {
  readonly id: string;
  readonly type: string;
  readonly logger: object;
  readonly executionId: string;
  readonly environment: {
    /** Those that the host passed; the plugin keeps those of the process itself. */
    readonly variables: Readonly<Record<string, unknown>>;
    readonly services: Readonly<Record<string, unknown>>;
    resolveExpression(expression: string, message: object): unknown;
  };
}

function elementAt(control: ProcessControl, token: Id): ServiceElement {
  const element = control.elementOf(token) as ServiceElement;
  return Object.create(element, { executionId: { value: control.executionIdOf(token) } }) as ServiceElement;
}

/** A service as bpmn-engine calls it: with the scope of the execution and a callback. */
type EngineService = (
  this: ServiceElement,
  scope: object,
  callback: (error?: unknown, ...results: readonly unknown[]) => void,
) => void;

/** The class of the scope, with the arguments that bpmn-elements gives it. */
class ScopeBpmnError extends BpmnError {
  constructor(description: string, given: { readonly errorCode?: unknown; readonly code?: unknown } = {}) {
    super(String(given.errorCode ?? given.code ?? description), description);
  }
}

/**
 * Finds a service among those of the engine, which its host passed to `new Engine` or to `execute`. It is called as
 * bpmn-engine calls it; `environment.variables` are those of the process, and the first result is that of the service.
 */
function findEngineService(element: ServiceElement, name: string): ServiceFunction | undefined {
  const { environment, id, type, logger, executionId } = element;
  const service = Object.hasOwn(environment.services, name) ? environment.services[name] : undefined;
  if (typeof service !== 'function') return undefined;
  return ({ variables, input }) => {
    const own: typeof environment = Object.create(environment, {
      variables: { value: { ...environment.variables, ...variables } },
    });
    const scope = {
      ...{ id, type, logger, environment: own, fields: {}, properties: {}, ActivityError, BpmnError: ScopeBpmnError },
      content: { id, type, executionId, input },
      resolveExpression: (expression: string): unknown => own.resolveExpression(expression, scope),
    };
    return new Promise((resolve, reject) => {
      (service as EngineService).call(element, scope, (error, result) => {
        if (error === undefined || error === null) resolve(result);
        else reject(error);
      });
    });
  };
}
