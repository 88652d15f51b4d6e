import { afterEach, beforeEach, expect, test } from 'vitest';
import { createWorld, type World } from '../../bridge/world.ts';
import { end, processFile, start, userTask } from '../../support/bpmn-xml.ts';

let world: World;
let taskIds: readonly [string, string];
beforeEach(async () => {
  world = await createWorld();
  const both = [
    userTask('yes', { assignee: 'bo', attributes: { 'ttc:canDelegate': '1' } }),
    userTask('no', { assignee: 'bo' }),
  ];
  await world.bridge.deploy(processFile([start(), ...both, end()], 'start > yes > no > end', { id: 'p' }));
  const { instanceId } = await world.bridge.start('p', { initiator: 'anna' });
  await world.bridge.idle();
  taskIds = [`${instanceId}.1`, `${instanceId}.2`];
});
afterEach(() => world[Symbol.asyncDispose]());

const delegate = async (taskId: string, account: string, to: string) => {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ account, to });
  const response = await fetch(`${world.sandbox.controlUrl}/tasks/${taskId}/delegate`, {
    method: 'POST',
    headers,
    body,
  });
  return response.status;
};

test('a task is delegated over the control API, once, by a handler, to another account of the directory', async () => {
  const [taskId] = taskIds;
  expect(await delegate(taskId, 'anna', 'chen')).toBe(409);
  expect(await delegate(taskId, 'bo', 'bo')).toBe(409);
  expect(await delegate(taskId, 'bo', 'nobody')).toBe(409);
  expect(world.pending()).toEqual(['bo:yes']);
  expect(await delegate(taskId, 'bo', 'chen')).toBe(200);
  expect(await delegate(taskId, 'bo', 'chen')).toBe(409);
  expect(world.pending().toSorted()).toEqual(['bo:yes', 'chen:yes']);
});

test('only the delegate sees who delegated the task, in the lists and in the task', async () => {
  const [taskId] = taskIds;
  await delegate(taskId, 'bo', 'chen');
  const delegators = async (account: string) => {
    const answer = await fetch(`${world.sandbox.controlUrl}/tasks/${taskId}?account=${account}`);
    const { delegatedBy } = (await answer.json()) as { delegatedBy?: string };
    return [delegatedBy, world.sandbox.pending(account).map((task) => task.delegatedBy)];
  };
  expect(await delegators('chen')).toEqual(['bo', ['bo']]);
  expect(await delegators('bo')).toEqual([undefined, [undefined]]);
  expect(world.sandbox.task(taskId)?.changes).toMatchObject([
    { to: 'pending', cause: 'delegation', handler: 'bo', delegate: 'chen' },
  ]);
  expect(await world.press('chen', 'yes')).toBe(0);
  expect(world.sandbox.handled('chen')).toMatchObject([{ taskId, delegatedBy: 'bo' }]);
});

test('one that may not be delegated, that is over or unknown is not', async () => {
  expect(await world.press('bo', 'yes')).toBe(0);
  expect(await delegate(taskIds[0], 'bo', 'chen')).toBe(409);
  expect(await delegate(taskIds[1], 'bo', 'chen')).toBe(409);
  expect(await delegate('nothing', 'bo', 'chen')).toBe(404);
});
