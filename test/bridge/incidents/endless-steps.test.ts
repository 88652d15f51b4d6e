/** Loops in which nothing waits: the step ends with a code, and everything is as it was. */
import { expect, it } from 'vitest';
import {
  catchEvent,
  conditional,
  end,
  exclusive,
  processFile,
  start,
  subProcess,
  userTask,
} from '../../support/bpmn-xml.ts';
import { createWorld } from '../world.ts';

const CONDITION = conditional('${ok}');

it('a condition that is met anew in every round of a sub-process fails the press', async () => {
  await using world = await createWorld({ bridge: { limits: { stepMs: 60_000 } } });
  const part = subProcess('part', [start('in'), catchEvent('met', CONDITION), end('out')], 'in > met > out');
  await world.bridge.deploy(
    processFile(
      [start(), userTask('a', { assignee: 'anna' }), part, exclusive('g'), end()],
      'start > a > part > g; g >[${again}] part; g >* end',
    ),
  );
  const { instanceId } = await world.bridge.start('process', {
    initiator: 'ini',
    variables: { ok: true, again: true },
  });
  await world.bridge.idle();
  const taskId = world.taskOf('anna', 'a');
  expect(await world.bridge.press(taskId, { account: 'anna' })).toMatchObject({
    kind: 'failed',
    message: expect.stringContaining('contains a loop without a wait'),
  });
  await world.bridge.setVariables(instanceId, { again: false });
  expect(await world.bridge.press(taskId, { account: 'anna' })).toMatchObject({ kind: 'applied' });
});
