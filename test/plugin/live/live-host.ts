import { Engine } from 'bpmn-engine';
import { createPlugin, type PluginOptions, type TaskHandlingItem } from '../../../src/plugin/index.ts';
import { end, exclusive, processFile, serviceTask, start, userTask } from '../../support/bpmn-xml.ts';

/** Somebody applies, a service checks, somebody approves or sends it back. */
export const APPROVAL = processFile(
  [
    start(),
    userTask('apply', { assignee: '${initiator}' }),
    serviceTask('check'),
    userTask('approve'),
    exclusive('g'),
    end(),
  ],
  'start > apply > check > approve > g; g >"Approve" end; g >"Reject" apply',
);

/** A service of its own engine: keeps what was reported, and both states as its persistence would. */
export function createHost(source: string, options: Partial<PluginOptions> = {}) {
  const reports: TaskHandlingItem[] = [];
  const plugin = createPlugin({
    appId: 'app',
    instanceId: 'order-1',
    initiator: 'ann',
    actionUrl: (taskId, { key }) => `https://service.test/${taskId}/${key}`,
    onReports: (items) => reports.push(...items),
    ...options,
  });
  const engine = new Engine({ name: 'host', source, ...plugin.engineOptions } as ConstructorParameters<
    typeof Engine
  >[0]);
  const said = () =>
    reports
      .splice(0)
      .map(({ previousTaskId, status, next }) =>
        [previousTaskId, status, ...(next ?? []).map(({ nodeId, taskId }) => `${nodeId}=${taskId}`)].join(' '),
      );
  return { plugin, engine, said };
}

export type LiveHost = ReturnType<typeof createHost>;

/** Another process with the states of this one. */
export async function recoverFrom({ plugin, engine }: LiveHost, source: string, options: Partial<PluginOptions> = {}) {
  const stored = JSON.parse(JSON.stringify([plugin.snapshot(), await engine.getState()]));
  await engine.stop();
  const next = createHost(source, options);
  next.plugin.recover(stored[0]);
  next.engine.recover(stored[1]);
  await next.engine.resume({ listener: next.plugin.listener });
  return next;
}
