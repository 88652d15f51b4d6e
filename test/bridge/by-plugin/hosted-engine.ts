/** One instance on an engine of its own, as a service has it that uses the plugin. */
import { Engine } from 'bpmn-engine';
import { createPlugin, type Plugin, type PluginOptions } from '../../../src/plugin/index.ts';

/** Whether the engine stays alive, or engine and plugin go on from their stored states before each call. */
export type PluginRuntime = 'plugin' | 'recovered plugin';

export interface HostedEngine {
  readonly instanceId: string;
  readonly businessKey: string | null;
  readonly plugin: Plugin;
  /** Makes a call on the plugin. After a step that failed halfway, goes on from the states before the call. */
  call<Answer>(work: (plugin: Plugin) => Answer | Promise<Answer>): Promise<Answer>;
  readonly initiator: string;
  stop(): Promise<void>;
}

interface Start {
  readonly source: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly options: PluginOptions;
  readonly runtime: PluginRuntime;
  /** Whether a service of the instance is at work: it would be called again by the next engine. */
  readonly isCalling: () => boolean;
}

export async function startEngine({ source, variables, options, runtime, isCalling }: Start): Promise<HostedEngine> {
  const { instanceId } = options;
  let { plugin, engine } = open();
  let stored: readonly [plugin: string, engine: unknown] | undefined;
  await engine.execute({ listener: plugin.listener, variables });
  await turn();

  function open() {
    const opened = createPlugin(options);
    const engineOptions = { name: instanceId, source, ...opened.engineOptions };
    const running = new Engine(engineOptions as ConstructorParameters<typeof Engine>[0]);
    // Without a listener, an error of the process would be thrown into the call.
    running.on('error', () => undefined);
    return { plugin: opened, engine: running };
  }

  async function store(): Promise<void> {
    stored = JSON.parse(JSON.stringify([plugin.snapshot(), await engine.getState()]));
  }

  async function recover(): Promise<void> {
    // An engine that was left in the middle of a step never says that it has stopped.
    if (isBroken()) void engine.stop();
    else if (engine.state === 'running') await engine.stop();
    await turn();
    if (!stored) throw new Error(`${instanceId} was never stored`);
    ({ plugin, engine } = open());
    plugin.recover(stored[0]);
    if (plugin.instance?.endedAt !== null) return;
    engine.recover(stored[1] as Parameters<Engine['recover']>[0]);
    await engine.resume({ listener: plugin.listener });
    await turn();
  }

  const isBroken = () => {
    try {
      plugin.snapshot();
      return false;
    } catch {
      return true;
    }
  };

  await store();
  return {
    instanceId,
    businessKey: options.businessKey ?? null,
    get plugin() {
      return plugin;
    },
    async call(work) {
      if (!isBroken()) await store();
      if (runtime === 'recovered plugin' && !isCalling()) await recover();
      try {
        return await work(plugin);
      } finally {
        await turn();
        if (isBroken()) await recover();
      }
    },
    get initiator() {
      return plugin.instance?.initiator ?? '';
    },
    stop: async () => {
      if (engine.state === 'running') await engine.stop();
    },
  };
}

/** What a call has begun in the engine goes on in microtasks. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
