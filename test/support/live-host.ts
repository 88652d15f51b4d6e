import { Engine } from 'bpmn-engine';
import { createPlugin, type PluginOptions, type TaskHandlingItem } from '../../src/plugin/index.ts';

/** A service of its own engine: keeps what was reported, and both states as its persistence would. */
export function createHost(source: string, options: Partial<PluginOptions> = {}) {
  const reports: TaskHandlingItem[] = [];
  const nodes = new Map<string, string>();
  const plugin = createPlugin({
    appId: 'app',
    instanceId: 'order-1',
    initiator: 'ann',
    actionUrl: (taskId, { key }) => `https://service.test/${taskId}/${key}`,
    onReports: (items) => {
      reports.push(...items);
      for (const { next = [] } of items) for (const { taskId = '', nodeId } of next) nodes.set(taskId, nodeId);
    },
    ...options,
  });
  const engine = new Engine({ name: 'host', source, ...plugin.engineOptions } as ConstructorParameters<
    typeof Engine
  >[0]);
  const host = {
    plugin,
    engine,
    execute: (variables: Readonly<Record<string, unknown>> = {}) =>
      engine.execute({ listener: plugin.listener, variables }),
    /** What was reported since the last look: `previousTaskId status`, then `nodeId=taskId` of the next tasks. */
    said: () =>
      reports
        .splice(0)
        .map(({ previousTaskId, status, next = [] }) =>
          [previousTaskId, status, ...next.map(({ nodeId, taskId }) => `${nodeId}=${taskId}`)].join(' '),
        ),
    /** The same by nodes: `start next a`, `a none`. */
    told: () =>
      reports
        .splice(0)
        .map(({ previousTaskId, status, next = [] }) =>
          [nodes.get(previousTaskId) ?? 'start', status, ...next.map(({ nodeId }) => nodeId)].join(' '),
        ),
    /** Nodes of the open tasks, sorted. */
    get open() {
      return plugin.openTasks
        .map(({ nodeId }) => nodeId)
        .toSorted()
        .join(' ');
    },
    /** Presses the only button of the task at the node, or of one of several, and waits for what that sets off. */
    async press(nodeId: string, turn = 0) {
      const task = plugin.openTasks.filter((each) => each.nodeId === nodeId)[turn];
      if (!task) throw new Error(`${nodeId} is not open`);
      const answer = await plugin.press(task.taskId, { account: task.handlers[0] ?? '' });
      await plugin.idle();
      return answer;
    },
    async stop() {
      await engine.stop();
      // What it says meanwhile is heard in microtasks.
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
  return host;
}

export type LiveHost = ReturnType<typeof createHost>;

/** One that has been executed, and has come to rest. */
export async function startHost(
  source: string,
  variables: Readonly<Record<string, unknown>> = {},
  options: Partial<PluginOptions> = {},
): Promise<LiveHost> {
  const host = createHost(source, options);
  await host.execute(variables);
  await host.plugin.idle();
  return host;
}

/** Both states as a persistence has them. */
export async function storeOf({ plugin, engine }: LiveHost): Promise<[string, Parameters<Engine['recover']>[0]]> {
  return JSON.parse(JSON.stringify([plugin.snapshot(), await engine.getState()]));
}

/** Another process with the states of this one. */
export async function recoverFrom(host: LiveHost, source: string, options: Partial<PluginOptions> = {}) {
  const stored = await storeOf(host);
  await host.engine.stop();
  return recoverHost(stored, source, options);
}

/** Goes on from stored states, when an engine that failed halfway has been let go of. */
export async function recoverHost(
  [snapshot, state]: Awaited<ReturnType<typeof storeOf>>,
  source: string,
  options: Partial<PluginOptions> = {},
) {
  const next = createHost(source, options);
  next.plugin.recover(snapshot);
  next.engine.recover(state);
  await next.engine.resume({ listener: next.plugin.listener });
  return next;
}
