import { randomUUID } from 'node:crypto';
import { InputError, StoreError } from '../../errors.ts';
import { BpmnError, type ServiceFunction } from '../../host/host.ts';
import type { TaskStatusEntry } from '../../protocol/task-status.ts';
import type { Verdict } from '../../protocol/verdict.ts';
import { jobFailed, labelOfJob, toJsonResult } from '../apply/jobs/json-result.ts';
import { TASK_OPERATIONS, type TaskOperations } from '../apply/operations/task-operations.ts';
import { readStartVariables } from '../apply/read-variables.ts';
import type { ProcessQuery } from '../late-calls/find-called.ts';
import type { LivePlugin } from '../live/plugin.ts';
import type { JobOutcome } from '../live/service-calls.ts';
import type { EngineHost, HostStart } from './engine-host.ts';
import type { EngineHostOptions, InstanceChange, StoredJob } from './engine-host-options.ts';
import { describeRun, executionIdOf, openPlugin, resumeRun, type StoredRun, startRun } from './stored-run.ts';

/** Lost races in a row after which a call fails: this is no longer a coincidence. */
const MAX_LOST_RACES = 20;

/** A trigger on a loaded instance. */
interface Work<Result> {
  /** Applies it. If it throws, nothing is saved. */
  readonly apply: (run: StoredRun) => Result | Promise<Result>;
  /** Whether the result is to be saved. Default: a verdict that is `applied`. */
  readonly saves?: (result: Result) => boolean;
  /** The job that it finishes. */
  readonly job?: string;
  /** The press to save with it. */
  readonly pressOf?: (result: Result) => InstanceChange['press'];
}

/**
 * Creates the host of many instances in a table of the caller. It keeps nothing in memory and starts nothing by itself: no
 * timer, no poll, no call. Compare `createBridge`, which has the table, the timers and the delivery too.
 * @throws {InputError} `ERR_CONFIG_INVALID`: an option of the plugin is invalid
 */
export function createEngineHost<Context = undefined>(options: EngineHostOptions<Context>): EngineHost<Context> {
  const { load, save, find = instanceOfTask, findPress, findProcess } = options;
  const runOptions = (instanceId: string, context?: Context) => ({
    plugin: {
      ...{ ...options.plugin, instanceId, initiator: NOBODY },
      ...(findProcess && { findProcess: (query: ProcessQuery) => findProcess(query, context) }),
    },
    engine: options.engine ?? {},
  });
  /** Knows no task: checks the options, and answers for instances that do not exist. */
  const unknown = openPlugin(runOptions('none')).plugin;

  /** Loads, applies and saves, again as long as others are faster. @returns undefined if there is no instance */
  async function change<Result>(
    instanceId: string,
    context: Context | undefined,
    { apply, saves = isApplied, job, pressOf = () => null }: Work<Result>,
  ): Promise<Result | undefined> {
    for (let race = 0; race < MAX_LOST_RACES; race += 1) {
      const stored = await load(instanceId, context);
      if (!stored) return undefined;
      const run = await resumeRun(runOptions(instanceId, context), stored);
      const result = await apply(run);
      if (!saves(result)) return result;
      const written = describeRun(run, { instanceId, revision: stored.revision + 1 });
      const jobsGone = job === undefined ? written.jobsGone : [...written.jobsGone, job];
      if (await save({ ...written, jobsGone, press: pressOf(result) }, context)) return result;
    }
    throw new StoreError('ERR_BUSY', `Other steps of instance ${instanceId} were faster every time: try again.`, {
      details: { instanceId },
    });
  }

  /** As `change`, for calls that name an instance. */
  async function changeKnown<Result>(instanceId: string, context: Context | undefined, work: Work<Result>) {
    return (await change(instanceId, context, work)) ?? refuseUnknown(instanceId);
  }

  /** As `change`, for calls that name a task. */
  async function changeOfTask(taskId: string, context: Context | undefined, work: Work<Verdict>): Promise<Verdict> {
    const instanceId = await find(taskId, context);
    const verdict = instanceId === undefined ? undefined : await change(instanceId, context, work);
    return verdict ?? unknown.press(taskId, { account: NOBODY });
  }

  async function start(given: HostStart, context: Context | undefined) {
    const { source, variables: givenVariables, instanceId = randomUUID(), ...instance } = given;
    const variables = readStartVariables(givenVariables, instanceId);
    if (await load(instanceId, context)) return { instanceId, started: false, problems: [] };
    const { plugin, ...others } = runOptions(instanceId, context);
    const own = { ...plugin, ...instance, initiator: initiatorOf(given) };
    const run = await startRun({ plugin: own, ...others }, source, variables);
    const { problems } = run.plugin;
    const written = describeRun(run, { instanceId, revision: 1 });
    return { instanceId, started: await save({ ...written, press: null }, context), problems };
  }

  function initiatorOf({ initiator = options.plugin.defaults?.systemHandler }: HostStart): string {
    if (initiator !== undefined) return initiator;
    throw new InputError(
      'ERR_INPUT_INVALID',
      'The instance was started without an initiator: pass initiator, or set defaults.systemHandler in the option plugin.',
    );
  }

  /** @throws {InputError} `ERR_PROCESS_UNKNOWN`; nothing was saved */
  async function enterCall(job: StoredJob, context: Context | undefined) {
    const { instanceId, jobId, service } = job;
    if (findProcess === undefined)
      throw jobFailed(`the process ${service} cannot be looked up: pass the option findProcess.`);
    return changeKnown(instanceId, context, {
      apply: ({ plugin, runs }) => runs && plugin.enterCall(executionIdOf(job)),
      job: jobId,
      saves: (done) => done,
    });
  }

  async function finishJob(
    job: Pick<StoredJob, 'instanceId' | 'jobId'>,
    outcome: JobOutcome,
    context: Context | undefined,
  ): Promise<boolean> {
    return changeKnown(job.instanceId, context, {
      apply: ({ plugin }) => plugin.finishJob(executionIdOf(job), outcome),
      job: job.jobId,
      saves: (done) => done,
    });
  }

  return {
    start,
    async press(taskId, { replayKey, ...press }, context) {
      return changeOfTask(taskId, context, {
        async apply({ plugin }) {
          // After the instance was loaded: whoever was faster has saved the press with its step.
          const earlier = replayKey === undefined ? undefined : await findPress?.(replayKey, context);
          return earlier ? { ...earlier, kind: 'duplicate' } : plugin.press(taskId, press);
        },
        pressOf: (verdict) => (replayKey === undefined ? null : { replayKey, verdict }),
      });
    },
    ...taskOperations(),
    async sendBackTargets(taskId, context) {
      const instanceId = await find(taskId, context);
      const plugin = instanceId === undefined ? undefined : await open(instanceId, context);
      return plugin?.sendBackTargets(taskId) ?? [];
    },
    suspend: (id, given, context) =>
      changeKnown(
        id,
        context,
        by((plugin) => plugin.suspend(given)),
      ),
    activate: (id, given, context) =>
      changeKnown(
        id,
        context,
        by((plugin) => plugin.activate(given)),
      ),
    terminate: (id, given, context) =>
      changeKnown(
        id,
        context,
        by((plugin) => plugin.terminate(given)),
      ),
    revoke: (id, given, context) =>
      changeKnown(
        id,
        context,
        by((plugin) => plugin.revoke(given)),
      ),
    setVariables: (id, variables, given, context) =>
      changeKnown(
        id,
        context,
        by((plugin) => plugin.setVariables(variables, given)),
      ),
    deliver: (instanceId, event, context) =>
      changeKnown(instanceId, context, {
        apply: ({ plugin, runs }) => runs && plugin.deliver(event),
        saves: (matched) => matched,
      }),
    async wake(instanceId, context) {
      await changeKnown(instanceId, context, {
        apply({ plugin, runs }) {
          const due = runs ? (plugin.instance?.wakeAt ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
          if (due > clock()) return false;
          plugin.wake();
          return true;
        },
        saves: (woken) => woken,
      });
    },
    async forgoSystemTasks(refusedTaskId, context) {
      const instanceId = await find(refusedTaskId, context);
      if (instanceId === undefined) return false;
      const forgone = await change(instanceId, context, {
        apply: ({ plugin }) => plugin.forgoSystemTasks(refusedTaskId),
        saves: (done) => done,
      });
      return forgone ?? false;
    },
    async runJob(job, context) {
      if (job.kind === 'call') return enterCall(job, context);
      const outcome = await callService(job, await functionOf(job, context));
      return finishJob(job, outcome, context);
    },
    finishJob,
    async answerStatus(taskIds, context) {
      const answers = new Map<string, TaskStatusEntry>();
      const instances = await Promise.all(taskIds.map(async (taskId) => find(taskId, context)));
      for (const instanceId of new Set(instances)) {
        const ids = [...new Set(taskIds.filter((_, index) => instances[index] === instanceId))];
        const plugin = instanceId === undefined ? undefined : await open(instanceId, context);
        for (const entry of await (plugin ?? unknown).answerStatus(ids)) answers.set(entry.taskId, entry);
      }
      return taskIds.flatMap((taskId) => answers.get(taskId) ?? []);
    },
    read: open,
  };

  function taskOperations() {
    const methods = Object.keys(TASK_OPERATIONS).map((name) => [
      name,
      async (id: string, given: never, context?: Context) =>
        changeOfTask(
          id,
          context,
          by((plugin) => plugin[name as keyof TaskOperations](id, given)),
        ),
    ]);
    return Object.fromEntries(methods) as Pick<EngineHost<Context>, keyof TaskOperations>;
  }

  /** The plugin of an instance as it is stored, without its engine. */
  async function open(instanceId: string, context: Context | undefined): Promise<LivePlugin | undefined> {
    const stored = await load(instanceId, context);
    if (!stored) return undefined;
    const { plugin } = openPlugin(runOptions(instanceId));
    plugin.recover(stored.snapshot);
    return plugin;
  }

  async function functionOf(job: StoredJob, context: Context | undefined): Promise<ServiceFunction> {
    const plugin = (await open(job.instanceId, context)) ?? refuseUnknown(job.instanceId);
    const found = plugin.functionOf({ ...job, executionId: executionIdOf(job) });
    if (found) return found;
    throw jobFailed(`${labelOfJob(job)} was not given to the host: pass it in the option plugin.`);
  }

  function clock(): number {
    return (options.plugin.clock ?? Date.now)();
  }
}

/** A trigger that only calls a method of the plugin. */
function by<Result>(act: (plugin: LivePlugin) => Promise<Result>): Work<Result> {
  return { apply: ({ plugin }) => act(plugin) };
}

function isApplied(verdict: unknown): boolean {
  return (verdict as Verdict).kind === 'applied';
}

/** The initiator of an instance is in its snapshot. */
const NOBODY = '-';

/** The instance of a task by the form of its id, `<instanceId>.<number>`. */
function instanceOfTask(taskId: string): string | undefined {
  return /^(.+)\.\d+$/.exec(taskId)?.[1];
}

function refuseUnknown(instanceId: string): never {
  throw new InputError('ERR_INSTANCE_UNKNOWN', `There is no instance ${instanceId}.`, { details: { instanceId } });
}

async function callService(job: StoredJob, called: ServiceFunction): Promise<JobOutcome> {
  const { instanceId, nodeId, jobId, variables, input } = job;
  const { signal } = new AbortController();
  try {
    const result = await called({ instanceId, nodeId, variables, input, idempotencyKey: jobId, signal });
    return { result: toJsonResult(result, job) };
  } catch (error) {
    if (error instanceof BpmnError) return { errorCode: error.errorCode };
    throw error;
  }
}
