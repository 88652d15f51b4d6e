import { afterEach, expect, test } from 'vitest';
import {
  boundary,
  end,
  multiInstance,
  processFile,
  receiveTask,
  root,
  signal,
  start,
  userTask,
} from '../../support/bpmn-xml.ts';
import { createWorld, type World } from '../world.ts';

let world: World;
afterEach(() => world[Symbol.asyncDispose]());

/** Two answers are waited for, unless it is called off. */
const waiting = (sequential: boolean) =>
  processFile(
    [
      start(),
      userTask('ask', { assignee: 'anna' }),
      receiveTask('wait', 'm', { content: multiInstance({ cardinality: 2, sequential }) }),
      boundary('off', 'wait', signal('s')),
      userTask('read', { assignee: 'bo' }),
      end(),
    ],
    'start > ask > wait > read > end; off > end',
    { id: 'asking', roots: root('message', 'm', { name: 'answer' }) + root('signal', 's', { name: 'off' }) },
  );

async function run(xml: string) {
  world = await createWorld();
  const { instanceId } = await world.begin(xml);
  await world.press('anna', 'ask');
  const answer = async () => {
    const { matched } = await world.bridge.message({ name: 'answer', instanceId });
    await world.bridge.idle();
    return matched;
  };
  return { instanceId, answer };
}

test.each([
  ['at once', false],
  ['one after the other', true],
])('a receive task that is repeated waits for as many messages, %s', async (_, sequential) => {
  const { answer } = await run(waiting(sequential));
  expect(await answer()).toBe(true);
  expect(world.pending()).toEqual([]);
  expect(await answer()).toBe(true);
  expect(world.pending()).toEqual(['bo:read']);
  expect(await answer()).toBe(false);
  await world.press('bo', 'read');
  expect(world.reports().at(-1)).toBe('read end');
});

test('its boundary event ends all of it', async () => {
  const { instanceId, answer } = await run(waiting(false));
  await answer();
  await world.bridge.signal(instanceId, { name: 'off' });
  await world.bridge.idle();
  expect(await world.bridge.instances.get(instanceId)).toMatchObject({ status: 'ended' });
});
