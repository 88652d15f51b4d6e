import { Engine } from 'bpmn-engine';
import type { ActionEvent } from '../apply/press/pressed-action.ts';
import { createLivePlugin } from '../live/create-plugin.ts';
import type { LivePlugin } from '../live/live-plugin.ts';
import type { PluginOptions } from '../live/plugin-options.ts';
import type { StepChanges } from '../outcome/finish-step.ts';
import type { HostedPluginOptions, StoredInstance } from './engine-host-options.ts';

/** Options of one run of one instance. */
export interface StoredRunOptions {
  readonly plugin: HostedPluginOptions & Pick<PluginOptions, 'instanceId' | 'initiator'>;
  readonly engine: Readonly<Record<string, unknown>>;
}

/** An instance between loading and saving: a plugin and an engine in memory, at rest. */
export interface StoredRun {
  readonly plugin: LivePlugin;
  /** False once the instance has ended: there is no engine any more. */
  readonly runs: boolean;
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
  const { plugin, steps, actions } = openPlugin(options.plugin);
  const engine = new Engine({ ...options.engine, name: options.plugin.instanceId, source, ...plugin.engineOptions });
  await engine.execute({ listener: plugin.listener, variables: { ...variables } });
  await plugin.idle();
  return { plugin, steps, actions, runs: true, write: () => writeRun(plugin, engine) };
}

/**
 * Recovers an instance as it was saved.
 * @throws {StepError} `ERR_SNAPSHOT_INVALID`: state and snapshot cannot be read, or do not belong together
 */
export async function resumeRun(options: StoredRunOptions, { state, snapshot }: StoredInstance): Promise<StoredRun> {
  const { plugin, steps, actions } = openPlugin(options.plugin);
  plugin.recover(snapshot);
  if (state === null) {
    const write = () => ({ state, snapshot: plugin.snapshot() });
    return { plugin, steps, actions, runs: false, write };
  }
  const engine = new Engine({ ...options.engine, name: options.plugin.instanceId, ...plugin.engineOptions });
  engine.recover(JSON.parse(state));
  await engine.resume({ listener: plugin.listener });
  await plugin.idle();
  return { plugin, steps, actions, runs: true, write: () => writeRun(plugin, engine) };
}

/** A plugin that delivers nothing: the host saves what it collects, and its caller delivers that. */
export function openPlugin(options: StoredRunOptions['plugin']) {
  const steps: StepChanges[] = [];
  const actions: ActionEvent[] = [];
  const collected = {
    // Only that it is there counts: a diagram may send messages.
    onMessages() {},
    onReports() {},
    onAction: (action: ActionEvent) => void actions.push(action),
  };
  const plugin = createLivePlugin({ ...options, ...collected }, (changes) => void steps.push(changes));
  return { plugin, steps, actions };
}

function writeRun(plugin: LivePlugin, { execution }: Engine): Pick<StoredInstance, 'state' | 'snapshot'> {
  const snapshot = plugin.snapshot();
  const hasEnded = plugin.instance?.endedAt !== null;
  return { state: hasEnded ? null : JSON.stringify(execution.getState()), snapshot };
}
