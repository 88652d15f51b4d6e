import { StepError } from '../../errors.ts';
import type { ModdleDefinitions } from '../../model/moddle/moddle-element.ts';
import { writeAsParsed } from '../../model/moddle/write-tree.ts';
import type { ProcessModel } from '../../model/process-model.ts';
import { drawIn } from '../late-calls/draw-in.ts';
import { findCalled, hasLateCalls } from '../late-calls/find-called.ts';
import type { LiveInstance } from './live-instance.ts';
import { type PluginConfig, readOptionsOf } from './read-plugin-options.ts';
import { isOpenJob } from './service-calls.ts';

/** The calls of one live instance whose processes are looked up when their tokens come. */
export interface PluginCalls {
  /** See `LivePlugin.enterCall`. */
  enter(executionId: string): Promise<boolean>;
  /** Keeps the diagram into which processes are drawn: the engine keeps only what it has made of it. */
  keepFile(definitions: ModdleDefinitions, model: ProcessModel): void;
  /** Resolves when the diagram is kept. */
  idle(): Promise<void>;
}

export function createPluginCalls(
  config: PluginConfig,
  live: LiveInstance,
  onError: (error: unknown) => void,
): PluginCalls {
  let keeping = Promise.resolve();
  /** Each process is drawn into what the one before has left. */
  let entering: Promise<unknown> = Promise.resolve();

  async function find(executionId: string) {
    const { instanceId, findProcess } = config;
    const { given, nodeId = '' } = live.ledger.openJobs[executionId] ?? {};
    const call = live.model?.services.get(nodeId)?.call;
    if (given === undefined || call === undefined) return undefined;
    await keeping;
    const { lateCalls } = live;
    if (lateCalls === undefined) throw withoutDiagram(instanceId);
    if (findProcess === undefined) throw new TypeError('Such a diagram is refused.');
    return findCalled({ ...call, instanceId, target: given.service }, lateCalls, findProcess, readOptionsOf(config));
  }

  async function enterFound(executionId: string, found: Awaited<ReturnType<typeof find>>): Promise<boolean> {
    const { lateCalls, ledger, control } = live;
    const waitId = ledger.openJobs[executionId]?.nodeId;
    if (found === undefined || waitId === undefined || lateCalls === undefined) return false;
    const { way, drawn } = await drawIn(waitId, found, lateCalls, config);
    // An event may have ended the call meanwhile, or the plugin was recovered.
    if (!isOpenJob(live.ledger, executionId) || live.control !== control) return false;
    if (drawn) live.redraw(drawn);
    live.apply({ kind: 'call', executionId, ...way });
    return true;
  }

  return {
    async enter(executionId) {
      const found = await find(executionId);
      const entered = entering.then(async () => enterFound(executionId, found));
      entering = entered.catch(() => undefined);
      return entered;
    },
    keepFile(definitions, model) {
      if (!hasLateCalls(model)) return;
      keeping = writeAsParsed(definitions).then((file) => {
        // A snapshot that was recovered meanwhile has its own.
        if (live.model === model) live.lateCalls = { file, files: {} };
      }, onError);
    },
    idle: async () => keeping,
  };
}

function withoutDiagram(instanceId: string): StepError {
  return new StepError(
    'ERR_SNAPSHOT_INVALID',
    `The snapshot of instance ${instanceId} does not have the diagram in which its call waits. Restore the row from a backup.`,
    { details: { instanceId } },
  );
}
