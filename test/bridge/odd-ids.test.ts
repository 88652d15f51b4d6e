/** Ids that are no texts, as JavaScript passes them, and accounts that are not one person. */
import { expect, test } from 'vitest';
import type { Bridge } from '../../src/index.ts';
import { end, processFile, start, userTask } from '../support/bpmn-xml.ts';
import { createWorld } from './world.ts';

const XML = processFile([start(), userTask('ask', { assignee: 'anna' }), end()], 'start > ask > end');

const CALLS: Readonly<Record<string, (bridge: Bridge, id: string) => Promise<unknown>>> = {
  start: (bridge, id) => bridge.start(id, { initiator: 'anna' }),
  press: (bridge, id) => bridge.press(id, { account: 'anna' }),
  transfer: (bridge, id) => bridge.transfer(id, { from: 'anna', to: 'bo' }),
  circulate: (bridge, id) => bridge.circulate(id, { from: 'anna', to: ['bo'] }),
  reassign: (bridge, id) => bridge.reassign(id, { handlers: ['bo'] }),
  suspend: (bridge, id) => bridge.suspend(id),
  activate: (bridge, id) => bridge.activate(id),
  terminate: (bridge, id) => bridge.terminate(id),
  revoke: (bridge, id) => bridge.revoke(id),
  setVariables: (bridge, id) => bridge.setVariables(id, { n: 1 }),
  signal: (bridge, id) => bridge.signal(id, { name: 'S' }),
};

test.each(Object.keys(CALLS))('%s refuses an id that is no text, and says so', async (name) => {
  await using world = await createWorld();
  await world.bridge.deploy(XML);
  await world.bridge.start('process', { initiator: 'anna' });
  for (const id of [undefined, null, 3, {}, ['process']]) {
    await expect(CALLS[name]?.(world.bridge, id as never)).rejects.toMatchObject({
      code: 'ERR_INPUT_INVALID',
      message: expect.stringMatching(
        new RegExp(`^${name} was given no id: pass that of the (process|task|instance), a text`),
      ),
    });
  }
  expect(await world.bridge.instances.list({})).toHaveLength(1);
});

test.each(['anna, bo', ' anna', ' '])('nobody with the account "%s" starts anything', async (initiator) => {
  await using world = await createWorld();
  await world.bridge.deploy(XML);
  const refused = { code: 'ERR_INPUT_INVALID', message: expect.stringContaining('at initiator') };
  await expect(world.bridge.start('process', { initiator })).rejects.toMatchObject(refused);
  await expect(world.bridge.broadcast({ name: 'S', initiator })).rejects.toMatchObject(refused);
  const message = { name: 'M', businessKey: 'A-1', initiator };
  await expect(world.bridge.message(message)).rejects.toMatchObject(refused);
  expect(await world.bridge.instances.list({})).toEqual([]);
});

test('a wrong option is told with the operation that it was given', async () => {
  await using world = await createWorld();
  for (const name of ['suspend', 'activate', 'revoke', 'terminate'] as const)
    await expect(world.bridge[name]('i', { who: 'anna' } as never)).rejects.toMatchObject({
      code: 'ERR_INPUT_INVALID',
      message: expect.stringContaining(`${name}(i) was given`),
    });
});
