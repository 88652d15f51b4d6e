import { Engine } from 'bpmn-engine';
import { expect, test } from 'vitest';
import { createPlugin, type TaskHandlingItem } from '../../src/plugin/index.ts';
import { end, node, parallel, processFile, start, subProcess, userTask } from '../support/bpmn-xml.ts';
import { startScenario } from './scenario.ts';

const SOURCE = processFile(
  [
    start(),
    parallel('fork'),
    subProcess(
      'part',
      [
        start('s'),
        userTask('legal'),
        node('endEvent', 'stop', { content: '<terminateEventDefinition activiti:terminateAll="true"/>' }),
      ],
      's > legal > stop',
    ),
    userTask('sign'),
    userTask('other'),
    end(),
  ],
  'start > fork > part > sign > end; fork > other > end',
);

test('on an engine that its caller owns, terminateAll ends the instance, and stops the engine', async () => {
  const reports: TaskHandlingItem[] = [];
  const plugin = createPlugin({
    appId: 'app',
    instanceId: 'order-1',
    initiator: 'ann',
    actionUrl: (taskId, { key }) => `https://service.test/${taskId}/${key}`,
    onReports: (items) => void reports.push(...items),
  });
  const engine = new Engine({ name: 'host', source: SOURCE, ...plugin.engineOptions } as ConstructorParameters<
    typeof Engine
  >[0]);
  const execution = await engine.execute({ listener: plugin.listener });
  const legal = plugin.openTasks.find(({ nodeId }) => nodeId === 'legal');
  await plugin.press(legal?.taskId ?? '', { account: 'legal' });
  expect(reports.map(({ status }) => status)).toEqual(['next', 'none', 'end']);
  expect(plugin.openTasks).toEqual([]);
  expect(execution.stopped).toBe(true);
});

test.each([
  ['before', 0],
  ['after', 1],
])(
  'a terminate end event %s a computed task in the order of the flows: it is computed %i times',
  async (order, times) => {
    const inside = [
      start('s'),
      parallel('split'),
      node('endEvent', 'stop', { content: '<terminateEventDefinition/>' }),
      node('serviceTask', 'count', {
        attributes: { 'camunda:expression': '${counted + 1}', 'camunda:resultVariable': 'counted' },
      }),
      end('counted'),
    ];
    const flows = order === 'before' ? 'split > stop; split > count' : 'split > count; split > stop';
    const part = subProcess('part', inside, `s > split; ${flows}; count > counted`);
    const scenario = await startScenario(
      processFile([start(), part, userTask('sign'), end()], 'start > part > sign > end'),
      { counted: 0 },
    );
    expect(scenario.open).toBe('sign');
    expect(JSON.parse(scenario.snapshot ?? '').variables).toMatchObject({ counted: times });
  },
);
