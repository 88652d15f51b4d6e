import { Engine } from 'bpmn-engine';
import { createPlugin, type Plugin, type PluginOptions } from '../../../src/plugin/index.ts';

/** A diagram on one engine that stays alive, with the plugin. */
export interface LiveEngine {
  readonly plugin: Plugin;
  /** Nodes of the open tasks, sorted. */
  readonly open: string;
  /** What was reported since the last look: previous task, status, nodes of the next tasks. */
  takeReports(): string[];
  press(nodeId: string, turn?: number): Promise<void>;
  /** Stops the engine, as a host does that goes on elsewhere. */
  stop(): Promise<void>;
}

export async function startLiveEngine(
  source: string,
  variables: Readonly<Record<string, unknown>> = {},
  options: Partial<PluginOptions> = {},
): Promise<LiveEngine> {
  let told: string[] = [];
  const nodes = new Map<string, string>();
  const plugin = createPlugin({
    appId: 'app',
    instanceId: 'i',
    initiator: 'ann',
    actionUrl: (taskId) => `https://service.test/${taskId}`,
    onReports: (items) => {
      for (const { next = [], previousTaskId, status } of items) {
        for (const { taskId = '', nodeId } of next) nodes.set(taskId, nodeId);
        const after = next.map(({ nodeId }) => nodeId).join(',');
        told.push(`${nodes.get(previousTaskId) ?? 'start'} ${status} ${after}`.trim());
      }
    },
    ...options,
  });
  const engine = new Engine({ name: 'live', source, ...plugin.engineOptions } as ConstructorParameters<
    typeof Engine
  >[0]);
  await engine.execute({ listener: plugin.listener, variables });
  await plugin.idle();
  return {
    plugin,
    get open() {
      return plugin.openTasks
        .map(({ nodeId }) => nodeId)
        .toSorted()
        .join(' ');
    },
    takeReports() {
      const reports = told;
      told = [];
      return reports;
    },
    async press(nodeId, turn = 0) {
      const task = plugin.openTasks.filter((each) => each.nodeId === nodeId)[turn];
      if (!task) throw new Error(`${nodeId} is not open`);
      await plugin.press(task.taskId, { account: task.handlers[0] ?? '' });
      await plugin.idle();
    },
    async stop() {
      await engine.stop();
      // What it says meanwhile is heard in microtasks.
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}
