import { expect, test } from 'vitest';
import { end, node, parallel, processFile, start, subProcess, userTask } from '../support/bpmn-xml.ts';
import { draw } from '../support/draw.ts';
import { createHost } from '../support/live-host.ts';
import { startScenario } from './scenario.ts';

const SOURCE = draw({
  tasks: 'sign other',
  parallel: 'fork',
  others: [
    subProcess(
      'part',
      [
        start('s'),
        userTask('legal'),
        node('endEvent', 'stop', { content: '<terminateEventDefinition activiti:terminateAll="true"/>' }),
      ],
      's > legal > stop',
    ),
  ],
  paths: 'start > fork > part > sign > end; fork > other > end',
});

test('on an engine that its caller owns, terminateAll ends the instance, and with it the engine', async () => {
  const host = createHost(SOURCE);
  const execution = await host.execute();
  host.told();
  await host.press('legal');
  expect(host.told()).toEqual(['other none', 'legal end']);
  expect(host.open).toBe('');
  expect([execution.isRunning, execution.stopped]).toEqual([false, false]);
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
