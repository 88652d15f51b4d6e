import type { ModdleDefinitions } from '../../model/moddle/moddle-element.ts';
import { writeAsParsed } from '../../model/moddle/write-tree.ts';
import type { ProcessModel } from '../../model/process-model.ts';
import { hasLateCalls } from '../late-calls/find-called.ts';
import type { CreatedJob } from '../outcome/created-job.ts';
import type { LiveInstance } from './live-instance.ts';
import type { PluginConfig } from './read-plugin-options.ts';
import { isOpenJob } from './service-calls.ts';

/** The calls of one live instance that wait for their processes. */
export interface PluginCalls {
  /** Lets a call go on whose process is drawn in, after the step; hands out any other to the host, once. */
  begin(job: CreatedJob): Promise<void> | undefined;
  /** See `LivePlugin.enterCall`. */
  enter(executionId: string): void;
  /** Keeps the diagram into which processes are drawn: the engine keeps only what it has made of it. */
  keepFile(definitions: ModdleDefinitions, model: ProcessModel): void;
  /** Hands out calls again. */
  forget(): void;
}

interface PluginCallsParts {
  readonly config: Pick<PluginConfig, 'instanceId' | 'onCall'>;
  readonly live: LiveInstance;
  /** Whether the instance runs, and is not suspended. */
  readonly isCalling: () => boolean;
  readonly onError: (error: unknown) => void;
}

export function createPluginCalls({ config, live, isCalling, onError }: PluginCallsParts): PluginCalls {
  const { instanceId, onCall } = config;
  /** Executions of the calls that the host was given. */
  const handedOut = new Set<string>();

  function enter(executionId: string): void {
    const way = live.lateCalls?.ways[executionId];
    if (way !== undefined && isOpenJob(live.ledger, executionId)) live.apply({ kind: 'call', executionId, ...way });
  }

  async function enterLater(executionId: string): Promise<void> {
    await Promise.resolve();
    if (isCalling()) enter(executionId);
  }

  return {
    begin({ executionId, nodeId, service: processId }) {
      if (live.lateCalls?.ways[executionId] !== undefined) return enterLater(executionId);
      const call = live.model?.services.get(nodeId)?.call;
      if (call === undefined || handedOut.has(executionId)) return undefined;
      handedOut.add(executionId);
      try {
        onCall?.({ instanceId, callId: call.callId, processId, by: call.by, executionId });
      } catch (error) {
        onError(error);
      }
      return undefined;
    },
    enter,
    keepFile(definitions, model) {
      if (!hasLateCalls(model)) return;
      writeAsParsed(definitions).then((file) => {
        // A snapshot that was recovered meanwhile has its own.
        if (live.model === model) live.lateCalls = { file, files: {}, ways: {} };
      }, onError);
    },
    forget: () => handedOut.clear(),
  };
}
