import { Engine } from 'bpmn-engine';
import { expect, test } from 'vitest';
import { createPlugin } from '../../src/plugin/index.ts';
import { callActivity, end, processFile, start } from '../support/bpmn-xml.ts';
import { prepareDiagram } from '../support/inner/model.ts';

test('an engine that its caller owns refuses a call that only a bridge finds', async () => {
  const xml = processFile([start(), callActivity('call', '${which}'), end()], 'start > call > end');
  const { xml: source } = await prepareDiagram(xml, { calledProcesses: () => undefined });
  const plugin = createPlugin({
    appId: 'approvals',
    instanceId: 'i',
    initiator: 'anna',
    actionUrl: () => 'https://x',
    onReports: () => undefined,
  });
  const engine = new Engine({ name: 'i', source, ...plugin.engineOptions });
  await expect(engine.execute({ listener: plugin.listener })).rejects.toMatchObject({
    code: 'ERR_MODEL_REFUSED',
    message: expect.stringContaining(
      'call: "call" calls ${which}, which only a bridge can look up while the process runs.',
    ),
  });
});
