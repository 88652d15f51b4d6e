import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createBridge } from '../../../src/index.ts';
import { startHttpCenter } from '../../center/http-center.ts';
import { end, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { optionsFor } from '../options-for.ts';

test('a host that starts many instances in a loop still hears others, and the center hears of the first before the last', async () => {
  const center = await startHttpCenter();
  const bridge = await createBridge({ ...optionsFor(center), store: 'sqlite::memory:' });
  const nodes = [start(), userTask('apply', { assignee: 'anna' }), end()];
  await bridge.deploy(processFile(nodes, 'start > apply > end', { id: 'leave' }));
  let isLooping = true;
  let turns = 0;
  const turning = (async () => {
    for (; isLooping; turns += 1) await setImmediate();
  })();
  let started = 0;
  while (center.taskCalls.length === 0 && started < 1_000) {
    await bridge.start('leave', { initiator: 'anna' });
    started += 1;
  }
  isLooping = false;
  await turning;
  expect(center.taskCalls.length).toBeGreaterThan(0);
  expect(turns).toBeGreaterThanOrEqual(started);
  await bridge.close();
  await center.close();
});
