import { expect, test } from 'vitest';
import { bpmn, end, process, start, userTask } from '../../support/bpmn-xml.ts';
import { createWorld } from '../world.ts';

test('of two processes in a file without pools, only the one that is started runs', async () => {
  await using world = await createWorld();
  const ask = process('ask', [start('s1'), userTask('a', { assignee: 'anna' }), end('e1')], 's1 > a > e1');
  const answer = process('answer', [start('s2'), userTask('b', { assignee: 'bo' }), end('e2')], 's2 > b > e2');
  await world.bridge.deploy(bpmn(ask, answer));
  await world.bridge.start('answer', { initiator: 'anna' });
  await world.bridge.idle();
  expect(world.pending()).toEqual(['bo:b']);
  await world.bridge.start('ask', { initiator: 'anna' });
  await world.bridge.idle();
  expect(world.pending()).toEqual(['anna:a', 'bo:b']);
});
