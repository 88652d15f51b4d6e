import { Engine } from 'bpmn-engine';
import { expect, test } from 'vitest';
import { createPlugin, type PluginOptions } from '../../src/plugin/index.ts';
import { end, exclusive, processFile, start, userTask } from '../support/bpmn-xml.ts';

const SOURCE = processFile(
  [start(), userTask('apply'), exclusive('which'), userTask('check', { assignee: '${bean.find(days)}' }), end()],
  'start > apply > which; which >[return days > 1] check > end; which >* end',
).replace('<conditionExpression ', '<conditionExpression language="groovy" ');

function createHost(options: Partial<PluginOptions>) {
  const plugin = createPlugin({
    appId: 'app',
    instanceId: 'order-1',
    initiator: 'ann',
    actionUrl: (taskId, { key }) => `https://service.test/${taskId}/${key}`,
    onReports: () => {},
    ...options,
  });
  const engine = new Engine({ name: 'host', source: SOURCE, ...plugin.engineOptions } as ConstructorParameters<
    typeof Engine
  >[0]);
  return { plugin, execute: () => engine.execute({ listener: plugin.listener, variables: { days: 3 } }) };
}

test('on an engine that its caller owns, expressions call the functions of the host, and scripts decide', async () => {
  const functions = { 'bean.find': (days: number) => `chief-${days}` };
  const { plugin, execute } = createHost({ expressions: { functions }, scripts: () => true });
  await execute();
  await plugin.press('order-1.1', { account: 'apply' });
  await plugin.idle();
  expect(plugin.openTasks).toMatchObject([{ nodeId: 'check', handlers: ['chief-3'] }]);
});

test('without them the diagram is refused', async () => {
  const refusal = await createHost({})
    .execute()
    .catch((error: unknown) => error);
  expect((refusal as { details: { problems: { rule: string }[] } }).details.problems.map(({ rule }) => rule)).toEqual(
    expect.arrayContaining(['function-missing', 'condition-in-script-language']),
  );
});
