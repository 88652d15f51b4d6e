/** Instances that follow a task in the center: whom their first report names as its handler. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Bridge, createBridge, type TaskHandlingItem } from '../../../src/index.ts';
import { type HttpCenter, startHttpCenter } from '../../center/http-center.ts';
import { nextTask, openTasks } from '../../sandbox/business-system.ts';
import { end, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { createDatabaseFile, type DatabaseFile } from '../database-file.ts';
import { optionsFor } from '../options-for.ts';
import { createWorld } from '../world.ts';

const processOf = (id: string, node: string) =>
  processFile([start(), userTask(node, { assignee: 'bo' }), end()], `start > ${node} > end`, { id });

let center: HttpCenter;
let file: DatabaseFile;
let bridge: Bridge;

beforeEach(async () => {
  file = createDatabaseFile();
  center = await startHttpCenter();
  bridge = await createBridge({ ...optionsFor(center), store: file.store });
  await bridge.deploy(processOf('leave', 'approve'));
  await bridge.deploy(processOf('stand-in', 'take-over'));
});
afterEach(async () => {
  await bridge.close();
  await center.close();
  file[Symbol.dispose]();
});

const lastItem = () => (JSON.parse(center.taskCalls.at(-1)?.body ?? '[]') as TaskHandlingItem[]).at(-1);

const follow = async (options: { previousTaskId: string; previousHandler?: string }) => {
  await bridge.start('stand-in', { initiator: 'anna', initiatorName: 'Anna Berg', ...options });
  await bridge.idle();
  return lastItem();
};

test('the handler of a task that the bridge made itself is who handled it', async () => {
  const { instanceId } = await bridge.start('leave', { initiator: 'anna' });
  const previousTaskId = `${instanceId}.1`;
  await bridge.press(previousTaskId, { account: 'bo' });
  const item = await follow({ previousTaskId });
  expect(item).toMatchObject({ handler: 'bo', status: 'next', previousTaskId });
  expect(item).not.toHaveProperty('handlerName');
});

test('the handler of a task of somebody else is who the host says', async () => {
  const item = await follow({ previousTaskId: 'theirs-7', previousHandler: 'chen' });
  expect(item).toMatchObject({ handler: 'chen', previousTaskId: 'theirs-7' });
  expect(item).not.toHaveProperty('handlerName');
});

test('without word of it the initiator is named', async () => {
  expect(await follow({ previousTaskId: 'theirs-7' })).toMatchObject({ handler: 'anna', handlerName: 'Anna Berg' });
});

test.each([{}, { previousHandler: 'bo' }])(
  'a task of the bridge that nobody has handled is followed by none (%j)',
  async (handler) => {
    const { instanceId } = await bridge.start('leave', { initiator: 'anna' });
    await bridge.idle();
    const previousTaskId = `${instanceId}.1`;
    const startIt = () => bridge.start('stand-in', { initiator: 'anna', previousTaskId, ...handler });
    const refusal = {
      code: 'ERR_INPUT_INVALID',
      message: expect.stringContaining(`${previousTaskId} is still open in instance ${instanceId}`),
    };
    await expect(startIt()).rejects.toMatchObject(refusal);
    await bridge.suspend(instanceId);
    await expect(startIt()).rejects.toMatchObject(refusal);
    await bridge.activate(instanceId);
    await bridge.idle();
    expect(await bridge.instances.list({ processId: 'stand-in' })).toEqual([]);
    expect(lastItem()).toMatchObject({ previousTaskId: `${instanceId}.start` });
    await bridge.press(previousTaskId, { account: 'bo' });
    await startIt();
    await bridge.idle();
    expect(lastItem()).toMatchObject({ previousTaskId, handler: 'bo', status: 'next' });
  },
);

test('a pending task of another system is handled by the report, where it names a handler of it', async () => {
  await using world = await createWorld();
  await world.bridge.deploy(processOf('stand-in', 'take-over'));
  await openTasks(world.sandbox, nextTask('theirs-8', { handlers: 'chen' }));
  expect(world.sandbox.pending('chen')).toHaveLength(1);
  await world.bridge.start('stand-in', { initiator: 'anna', previousTaskId: 'theirs-8' });
  await world.bridge.idle();
  expect(await world.bridge.outbox.list({ state: 'pending' })).toMatchObject([
    { reason: expect.stringContaining('anna is not a handler of this task') },
  ]);
  expect(world.sandbox.pending('chen')).toHaveLength(1);
  await world.bridge.start('stand-in', { initiator: 'anna', previousTaskId: 'theirs-8', previousHandler: 'chen' });
  await world.bridge.idle();
  expect(world.sandbox.pending('chen')).toHaveLength(0);
  expect(world.sandbox.pending('bo')).toHaveLength(2);
});
