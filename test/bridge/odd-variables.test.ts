/** Variables that cannot be kept are refused wherever they come from, and nothing happens. */
import { describe, expect, test } from 'vitest';
import { draw } from '../support/draw.ts';
import { createWorld, type World } from './world.ts';

const XML = draw({ people: { ask: 'anna' }, services: 'book', paths: 'start > ask > book > end' });

const deep = JSON.parse(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`) as Odd;
const circular: { [name: string]: Odd } = {};
circular.self = circular;

/** What the compiler takes for JSON. */
type Odd = { [name: string]: Odd };
const ODD: readonly (readonly [name: string, value: Odd, says: string])[] = [
  ['too deep', deep, 'is nested more than 1,000 levels deep'],
  ['circular', circular, 'contains itself'],
  ['a date', new Date() as unknown as Odd, 'is nothing that JSON can hold (an object of the class Date)'],
];

/** An instance at its first task. */
async function openWorld(book: () => Promise<object> = async () => ({})) {
  const world = await createWorld({ bridge: { services: { book }, jobs: { maxAttempts: 1 } } });
  const { instanceId } = await world.begin(XML);
  return { bridge: world.bridge, instanceId, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

describe.each(ODD)('%s', (_, value, says) => {
  test.each([
    ['start', (bridge, _id, order) => bridge.start('process', { variables: { order } })],
    ['press', (bridge, id, order) => bridge.press(`${id}.1`, { account: 'anna', variables: { order } })],
    ['setVariables', (bridge, id, order) => bridge.setVariables(id, { order })],
    ['signal', (bridge, id, order) => bridge.signal(id, { name: 'S', payload: { order } })],
    ['broadcast', (bridge, _id, order) => bridge.broadcast({ name: 'S', payload: { order } })],
    ['message', (bridge, instanceId, order) => bridge.message({ name: 'M', instanceId, payload: { order } })],
  ] satisfies [string, (bridge: World['bridge'], id: string, order: Odd) => Promise<unknown>][])(
    'is refused by %s',
    async (_name, call) => {
      await using world = await openWorld();
      const { bridge, instanceId } = world;
      await expect(call(bridge, instanceId, value)).rejects.toMatchObject({
        code: 'ERR_INPUT_INVALID',
        message: expect.stringContaining(says),
      });
      expect(await bridge.instances.list({})).toHaveLength(1);
      expect(await bridge.instances.variables(instanceId)).toEqual({ initiator: 'anna' });
      expect(await bridge.tasks.list({ state: 'IN_PROGRESS' })).toHaveLength(1);
    },
  );
});

test.each([
  // JSON could write this one.
  ['too deep', JSON.parse(`${'['.repeat(1_100)}${']'.repeat(1_100)}`) as Odd, 'is nested more than 1,000 levels deep'],
  ['circular', circular, 'that JSON cannot represent'],
])('a service that returns what is %s fails, and its step is left', async (_, value, says) => {
  await using world = await openWorld(async () => ({ order: value }));
  const { bridge, instanceId } = world;
  await bridge.press(`${instanceId}.1`, { account: 'anna' });
  await bridge.idle();
  expect(await bridge.incidents.list({ open: true })).toMatchObject([
    { code: 'ERR_SERVICE_FAILED', reason: expect.stringContaining(says) },
  ]);
  expect(await bridge.instances.variables(instanceId)).not.toHaveProperty('order');
});

test.each(ODD.slice(0, 2))('a message to people with a value that is %s is refused', async (_, value, says) => {
  await using world = await openWorld();
  const message = {
    messageTypeCode: 'NOTICE',
    toPersons: 'bo',
    data: { title: 'y', paramValueJson: { order: value } },
  };
  await expect(world.bridge.messages.send(message)).rejects.toMatchObject({ message: expect.stringContaining(says) });
});
