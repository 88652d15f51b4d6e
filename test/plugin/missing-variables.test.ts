import { Engine } from 'bpmn-engine';
import { expect, test } from 'vitest';
import { createPlugin } from '../../src/plugin/index.ts';
import { boundary, element, end, exclusive, parallel, processFile, start, userTask } from '../support/bpmn-xml.ts';
import { startScenario } from './scenario.ts';

const CLAIM = processFile(
  [start(), userTask('file'), exclusive('size'), userTask('approve'), userTask('book'), end()],
  'start > file > size >"Large"[${amount > 1000}] approve > end; size >* book > end',
);

/** A service that keeps its own engine alive. */
function createHost() {
  const plugin = createPlugin({
    appId: 'app',
    instanceId: 'claim-1',
    initiator: 'ann',
    actionUrl: (taskId, { key }) => `https://service.test/${taskId}/${key}`,
    onReports: () => {},
  });
  const options = { name: 'host', source: CLAIM, ...plugin.engineOptions };
  const engine = new Engine(options as ConstructorParameters<typeof Engine>[0]);
  engine.on('error', () => {});
  return { plugin, engine };
}

test.each([{}, { amount: null }])(
  'an engine that stays alive fails the press too, and takes it with the variable: %j',
  async (variables) => {
    const first = createHost();
    await first.engine.execute({ listener: first.plugin.listener, variables });
    const [plugin, engine] = JSON.parse(JSON.stringify([first.plugin.snapshot(), await first.engine.getState()]));
    expect(await first.plugin.press('claim-1.1', { account: 'file' })).toMatchObject({
      kind: 'failed',
      message: expect.stringMatching(
        /condition of flow "Large" \(size-approve\).*`amount` (was never set|has no value)/,
      ),
    });

    const second = createHost();
    second.plugin.recover(plugin);
    second.engine.recover(engine);
    await second.engine.resume({ listener: second.plugin.listener });
    const pressed = await second.plugin.press('claim-1.1', { account: 'file', variables: { amount: 5000 } });
    expect(pressed).toMatchObject({ kind: 'applied' });
    expect(second.plugin.openTasks).toMatchObject([{ nodeId: 'approve' }]);
  },
);

const ORDER = processFile(
  [
    start(),
    userTask('work'),
    boundary(
      'joined',
      'work',
      element('conditionalEventDefinition', {}, element('condition', {}, "${team.contains('bo')}")),
    ),
    parallel('fork'),
    userTask('name'),
    userTask('greet'),
    end(),
  ],
  'start > fork > work > end; fork > name > end; joined > greet > end',
);

test('a conditional event waits while the variable whose method its condition calls has no value', async () => {
  const scenario = await startScenario(ORDER, { team: null });
  expect(scenario.open).toBe('name work');
  await scenario.press('name', undefined, { team: ['bo'] });
  expect(scenario.open).toBe('greet');
});
