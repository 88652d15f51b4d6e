import { Engine } from 'bpmn-engine';
import type { ActionEvent } from '../apply/press/pressed-action.ts';
import { createLivePlugin } from '../live/create-plugin.ts';
import type { LivePlugin, PluginTask } from '../live/plugin.ts';
import type { PluginOptions } from '../live/plugin-options.ts';
import { damagedState, readEngineState, recoverEngine } from '../live/recover-engine.ts';
import type { StepChanges } from '../outcome/finish-step.ts';
import { listThrown } from '../outcome/thrown-events.ts';
import type {
  AwaitedEvent,
  HostedPluginOptions,
  InstanceChange,
  NumberedReport,
  StoredInstance,
  StoredJob,
} from './engine-host-options.ts';

/** Options of one run of one instance. */
export interface StoredRunOptions {
  readonly plugin: HostedPluginOptions &
    Pick<PluginOptions, 'instanceId' | 'initiator' | 'startNodeId' | 'findProcess'>;
  readonly engine: Readonly<Record<string, unknown>>;
}

/** An instance between loading and saving: a plugin and an engine in memory, at rest. */
export interface StoredRun {
  readonly plugin: LivePlugin;
  /** False once the instance has ended: there is no engine any more. */
  readonly runs: boolean;
  /** Its tasks as they were stored; none before the start. */
  readonly before: readonly PluginTask[];
  /** The changes of the steps so far. */
  readonly steps: readonly StepChanges[];
  /** What people did that handled no task. */
  readonly actions: readonly ActionEvent[];
  /** State and snapshot after these steps. */
  write(): Pick<StoredInstance, 'state' | 'snapshot'>;
}

/**
 * Starts an instance in a new engine.
 * @throws {ModelError} the diagram cannot run; @throws {StepError} it could not start
 */
export async function startRun(
  options: StoredRunOptions,
  source: string,
  variables: Readonly<Record<string, unknown>>,
): Promise<StoredRun> {
  const { plugin, steps, actions } = openPlugin(options);
  const engine = new Engine({ ...options.engine, name: options.plugin.instanceId, source, ...plugin.engineOptions });
  await engine.execute({ listener: plugin.listener, variables: { ...variables } });
  await plugin.idle();
  return { plugin, steps, actions, before: [], runs: true, write: () => writeRun(plugin, engine) };
}

/**
 * Recovers an instance as it was saved.
 * @throws {StepError} `ERR_SNAPSHOT_INVALID`: state and snapshot cannot be read, or do not belong together
 */
export async function resumeRun(options: StoredRunOptions, { state, snapshot }: StoredInstance): Promise<StoredRun> {
  const { plugin, steps, actions } = openPlugin(options);
  plugin.recover(snapshot);
  const before = plugin.tasks;
  if (state === null) {
    const write = () => ({ state, snapshot: plugin.snapshot() });
    return { plugin, steps, actions, before, runs: false, write };
  }
  const engine = new Engine({ ...options.engine, name: options.plugin.instanceId, ...plugin.engineOptions });
  recoverEngine(engine, parseState(state, options.plugin.instanceId), options.plugin.instanceId);
  await engine.resume({ listener: plugin.listener }).catch((error: unknown) => {
    throw damagedState(options.plugin.instanceId, error);
  });
  await plugin.idle();
  return { plugin, steps, actions, before, runs: true, write: () => writeRun(plugin, engine) };
}

function parseState(state: string, instanceId: string): object {
  return readEngineState(instanceId, () => JSON.parse(state) as object);
}

/** A plugin that delivers nothing: the host saves what it collects, and its caller delivers that. */
export function openPlugin(options: StoredRunOptions) {
  const steps: StepChanges[] = [];
  const actions: ActionEvent[] = [];
  const collected = {
    ...options.plugin,
    onAction: (action: ActionEvent) => void actions.push(action),
    // Only that they are there counts: a diagram may send messages.
    ...{ onMessages() {}, onReports() {} },
  };
  const plugin = createLivePlugin(collected, (changes) => void steps.push(changes));
  return { plugin, steps, actions };
}

function writeRun(plugin: LivePlugin, { execution }: Engine): Pick<StoredInstance, 'state' | 'snapshot'> {
  const snapshot = plugin.snapshot();
  const hasEnded = plugin.instance?.endedAt !== null;
  return { state: hasEnded ? null : JSON.stringify(execution.getState()), snapshot };
}

/**
 * Describes everything that changed since an instance was loaded, as text and plain JSON.
 * @param change its `revision` makes the ids unique: only one change with a revision can be saved
 */
export function describeRun(
  { plugin, before: stored, steps, actions, write }: StoredRun,
  change: Pick<InstanceChange, 'instanceId' | 'revision'>,
): Omit<InstanceChange, 'press'> {
  const { instance, tasks } = plugin;
  const before = new Map(stored.map((task) => [task.taskId, JSON.stringify(task)]));
  return {
    ...change,
    ...write(),
    ...describeSteps(steps, change, instance?.businessKey ?? null),
    ended: instance?.endedAt !== null,
    wakeAt: instance?.wakeAt ?? null,
    tasks: tasks.filter((task) => before.get(task.taskId) !== JSON.stringify(task)),
    actions,
    deadlock: steps.at(-1)?.deadlock?.reason ?? null,
  };
}

type OfSteps = Pick<InstanceChange, 'reports' | 'messages' | 'jobs' | 'jobsGone' | 'waitsFor' | 'thrown'>;

/** What the steps of one trigger changed; the engine may have had something to do before the trigger. */
function describeSteps(
  steps: readonly StepChanges[],
  { instanceId, revision }: Pick<InstanceChange, 'instanceId' | 'revision'>,
  businessKey: string | null,
): OfSteps {
  const last = steps.at(-1);
  const thrown = steps.flatMap((step) => listThrown(step, businessKey));
  const reports = steps.flatMap((step) => step.reports);
  const jobs = steps.flatMap((step) => step.jobsCreated);
  return {
    reports: reports.map(
      (report, index): NumberedReport => ({ ...report, reportId: `${instanceId}.${revision}.${index}`, instanceId }),
    ),
    messages: steps.flatMap((step) =>
      step.messages.map(({ request }) => ({ ...request, sendId: String(request.sendId) })),
    ),
    jobs: jobs.map(({ executionId, ...job }): StoredJob => {
      const { nodeId, kind, service, variables, input } = job;
      return { jobId: jobIdOf(instanceId, executionId), instanceId, nodeId, kind, service, variables, input };
    }),
    jobsGone: steps.flatMap((step) => step.jobsGone.map((executionId) => jobIdOf(instanceId, executionId))),
    waitsFor: (last?.ended ? [] : (last?.events ?? [])).flatMap(({ kind, name, correlationKey }): AwaitedEvent[] =>
      (kind === 'message' || kind === 'signal') && name !== null ? [{ kind, name, correlationKey }] : [],
    ),
    thrown: thrown.map((event, index) => ({
      ...event,
      eventId: `${instanceId}.${revision}.thrown.${index}`,
      instanceId,
    })),
  };
}

/** An execution waits for one job, so the id of the job follows from it. */
function jobIdOf(instanceId: string, executionId: string): string {
  return `${instanceId}.${executionId}`;
}

export function executionIdOf({ jobId, instanceId }: Pick<StoredJob, 'jobId' | 'instanceId'>): string {
  return jobId.slice(instanceId.length + 1);
}
