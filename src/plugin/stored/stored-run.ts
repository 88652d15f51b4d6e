import { Engine } from 'bpmn-engine';
import type { ActionEvent } from '../apply/press/pressed-action.ts';
import { extendInstance } from '../late-calls/extend-instance.ts';
import type { FindProcess } from '../late-calls/process-query.ts';
import { createLivePlugin } from '../live/create-plugin.ts';
import type { LivePlugin } from '../live/live-plugin.ts';
import type { PluginTask } from '../live/plugin.ts';
import type { PluginOptions } from '../live/plugin-options.ts';
import { readPluginState, writePluginState } from '../live/plugin-snapshot.ts';
import { readPluginOptions } from '../live/read-plugin-options.ts';
import type { StepChanges } from '../outcome/finish-step.ts';
import type { HostedPluginOptions, StoredInstance } from './engine-host-options.ts';

/** Options of one run of one instance. */
export interface StoredRunOptions {
  readonly plugin: HostedPluginOptions & Pick<PluginOptions, 'instanceId' | 'initiator' | 'startNodeId'>;
  readonly engine: Readonly<Record<string, unknown>>;
  /** Whether processes can be looked up while the instance runs. */
  readonly findsProcesses: boolean;
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
  engine.recover(JSON.parse(state));
  await engine.resume({ listener: plugin.listener });
  await plugin.idle();
  return { plugin, steps, actions, before, runs: true, write: () => writeRun(plugin, engine) };
}

/** A plugin that delivers nothing: the host saves what it collects, and its caller delivers that. */
export function openPlugin(options: StoredRunOptions) {
  const steps: StepChanges[] = [];
  const actions: ActionEvent[] = [];
  const collected = { ...pluginOptionsOf(options), onAction: (action: ActionEvent) => void actions.push(action) };
  const plugin = createLivePlugin(collected, (changes) => void steps.push(changes));
  return { plugin, steps, actions };
}

function pluginOptionsOf({ plugin, findsProcesses }: StoredRunOptions): PluginOptions {
  // Only that they are there counts: a diagram may send messages, and call processes that are looked up.
  return { ...plugin, onMessages() {}, onReports() {}, ...(findsProcesses && { onCall() {} }) };
}

/**
 * Draws the process of a call into a stored instance, for {@link resumeRun}. The token enters it in the first step after that.
 * @returns undefined if the instance does not wait at this call any more
 * @throws {BridgeError} see {@link extendInstance}
 */
export async function extendStored(
  options: StoredRunOptions,
  stored: StoredInstance,
  executionId: string,
  findProcess: FindProcess,
): Promise<StoredInstance | undefined> {
  if (stored.state === null) return undefined;
  const plugin = readPluginState(stored.snapshot, options.plugin.instanceId);
  const states = { state: JSON.parse(stored.state) as object, plugin };
  const extended = await extendInstance(states, executionId, findProcess, readPluginOptions(pluginOptionsOf(options)));
  if (extended === undefined) return undefined;
  return { ...stored, state: JSON.stringify(extended.state), snapshot: writePluginState(extended.plugin) };
}

function writeRun(plugin: LivePlugin, { execution }: Engine): Pick<StoredInstance, 'state' | 'snapshot'> {
  const snapshot = plugin.snapshot();
  const hasEnded = plugin.instance?.endedAt !== null;
  return { state: hasEnded ? null : JSON.stringify(execution.getState()), snapshot };
}
