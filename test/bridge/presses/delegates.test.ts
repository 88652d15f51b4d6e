/** Tasks that the center lets somebody else act on: who decides, and what the reports say. */
import { afterEach, expect, test } from 'vitest';
import type { ActedTask, Identity, TaskHandlingItem } from '../../../src/index.ts';
import { end, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { createWorld, type World } from '../world.ts';

let world: World | undefined;
afterEach(async () => {
  await world?.[Symbol.asyncDispose]();
  world = undefined;
});

const drawn = (canDelegate: '0' | '1') =>
  draw({
    id: 'delegated',
    people: { file: 'anna' },
    others: [userTask('check', { assignee: 'bo', attributes: { 'ttc:canDelegate': canDelegate } })],
    paths: 'start > check > file > end',
  });

async function begin(identity: Identity | 'trust-center', canDelegate: '0' | '1' = '1') {
  world = await createWorld({ bridge: { identity } });
  const { instanceId } = await world.begin(drawn(canDelegate));
  return { opened: world, taskId: `${instanceId}.1` };
}

const items = ({ sandbox }: World) =>
  sandbox.traffic
    .filter(({ call, direction }) => call === 'taskHandle' && direction === 'in')
    .flatMap(({ body }) => body as TaskHandlingItem[]);

test('a delegate finds the task, presses it, and is the one who handled it', async () => {
  const asked: [string, ActedTask][] = [];
  const { opened, taskId } = await begin({
    isMember: () => false,
    mayActFor: async (account, task) => {
      asked.push([account, task]);
      return account === 'chen';
    },
  });
  opened.sandbox.delegate(taskId, { from: 'bo', to: 'chen' });
  expect(opened.pending().toSorted()).toEqual(['bo:check', 'chen:check']);
  expect(await opened.press('chen', 'check')).toBe(0);
  expect(asked).toEqual([['chen', expect.objectContaining({ taskId, nodeId: 'check', handlers: ['bo'] })]]);
  expect(items(opened).at(-1)).toMatchObject({ handler: 'chen', status: 'next', previousTaskId: taskId });
  expect(await opened.bridge.outbox.list({ state: 'parked' })).toEqual([]);
  expect(opened.pending()).toEqual(['anna:file']);
  expect(await opened.press('anna', 'file')).toBe(0);
  expect(asked).toHaveLength(1);
});

test('whom the host does not let act is refused, and so is everybody where it does not say', async () => {
  for (const identity of [{ isMember: () => false, mayActFor: () => false }, { isMember: () => false }]) {
    const { opened, taskId } = await begin(identity);
    opened.sandbox.delegate(taskId, { from: 'bo', to: 'chen' });
    expect(await opened.press('chen', 'check')).toBe(403);
    expect(await opened.bridge.transfer(taskId, { from: 'chen', to: 'emil' })).toMatchObject({ kind: 'forbidden' });
    expect(await opened.bridge.suspend(taskId.slice(0, -2), { account: 'chen' })).toMatchObject({ kind: 'forbidden' });
    await opened[Symbol.asyncDispose]();
    world = undefined;
  }
});

test('a delegate may do from code what a handler may', async () => {
  const { opened, taskId } = await begin({ isMember: () => false, mayActFor: (account) => account === 'chen' });
  const instanceId = taskId.slice(0, -2);
  expect(await opened.bridge.suspend(instanceId, { account: 'chen' })).toMatchObject({ kind: 'applied' });
  expect(await opened.bridge.activate(instanceId, { account: 'chen' })).toMatchObject({ kind: 'applied' });
  expect(await opened.bridge.transfer(taskId, { from: 'chen', to: 'emil' })).toMatchObject({ kind: 'applied' });
});

test('"trust-center" believes the center where the task may be delegated, and nowhere else', async () => {
  const { opened, taskId } = await begin('trust-center');
  opened.sandbox.delegate(taskId, { from: 'bo', to: 'chen' });
  expect(await opened.press('chen', 'check')).toBe(0);
  await opened[Symbol.asyncDispose]();
  const other = await begin('trust-center', '0');
  expect(await other.opened.bridge.press(other.taskId, { account: 'chen' })).toMatchObject({ kind: 'forbidden' });
});

test('a task that may not be delegated is for its handlers alone, whatever the host says, and it is not asked', async () => {
  let asked = 0;
  const mayActFor = () => {
    asked += 1;
    return true;
  };
  const { opened, taskId } = await begin({ isMember: () => false, mayActFor }, '0');
  expect(() => opened.sandbox.delegate(taskId, { from: 'bo', to: 'chen' })).toThrow('cannot be delegated');
  expect(await opened.bridge.press(taskId, { account: 'chen' })).toMatchObject({ kind: 'forbidden' });
  expect(await opened.bridge.transfer(taskId, { from: 'chen', to: 'emil' })).toMatchObject({ kind: 'forbidden' });
  expect(asked).toBe(0);
  expect(await opened.press('bo', 'check')).toBe(0);
  expect(await opened.bridge.outbox.list({ state: 'parked' })).toEqual([]);
});

test('`defaults.canDelegate` lets every task be delegated of which the diagram says nothing', async () => {
  const identity = { isMember: () => false, mayActFor: () => true };
  world = await createWorld({ bridge: { identity, defaults: { canDelegate: 1 } } });
  const check = userTask('check', { assignee: 'bo' });
  const { instanceId } = await world.begin(processFile([start(), check, end()], 'start > check > end', { id: 'any' }));
  world.sandbox.delegate(`${instanceId}.1`, { from: 'bo', to: 'chen' });
  expect(await world.press('chen', 'check')).toBe(0);
  expect(await world.bridge.outbox.list({ state: 'parked' })).toEqual([]);
});

test('nobody acts for one of several who share a task, but for the last of them', async () => {
  world = await createWorld({ bridge: { identity: { isMember: () => false, mayActFor: () => true } } });
  const sign = userTask('sign', {
    assignee: '${signer}',
    multiInstance: { collection: '${signers}', elementVariable: 'signer' },
    attributes: { 'ttc:countersign': 'shared', 'ttc:canDelegate': '1' },
  });
  await world.bridge.deploy(processFile([start(), sign, end()], 'start > sign > end', { id: 'shared' }));
  const variables = { signers: ['bo', 'emil'] };
  const { instanceId } = await world.bridge.start('shared', { initiator: 'anna', variables });
  const taskId = `${instanceId}.1`;
  expect(await world.bridge.press(taskId, { account: 'chen' })).toMatchObject({ kind: 'forbidden' });
  expect(await world.bridge.press(taskId, { account: 'bo' })).toMatchObject({ kind: 'applied' });
  expect(await world.bridge.press(taskId, { account: 'chen' })).toMatchObject({ kind: 'applied' });
  expect(await world.bridge.instances.get(instanceId)).toMatchObject({ status: 'ended' });
});

test.each(['mayActFor', 'isMember'] as const)(
  'where identity.%s throws nothing is decided, and the same press may come again',
  async (name) => {
    let isAway = true;
    const answer = () => {
      if (isAway) throw new TypeError('the directory of chen is away');
      return true;
    };
    const identity: Identity = { isMember: () => false, mayActFor: () => false, [name]: answer };
    world = await createWorld({ bridge: { identity } });
    const handledBy = name === 'isMember' ? { groups: 'legal' } : { assignee: 'bo' };
    const check = userTask('check', { ...handledBy, attributes: { 'ttc:canDelegate': '1' } });
    const { instanceId } = await world.begin(
      processFile([start(), check, end()], 'start > check > end', { id: 'asked' }),
    );
    const taskId = `${instanceId}.1`;
    const failure = {
      code: 'ERR_IDENTITY_FAILED',
      message: `identity.${name} failed with TypeError, so nothing was decided: try again once it answers.`,
    };
    const by = name === 'isMember' ? 'emil' : 'chen';
    await expect(world.bridge.press(taskId, { account: by })).rejects.toMatchObject(failure);
    await expect(world.bridge.transfer(taskId, { from: by, to: 'anna' })).rejects.toMatchObject(failure);
    await expect(world.bridge.suspend(instanceId, { account: by })).rejects.toMatchObject(failure);

    if (name === 'mayActFor') world.sandbox.delegate(taskId, { from: 'bo', to: by });
    expect(await world.sandbox.press(taskId, { action: 'Handle', account: by })).toMatchObject({ status: 503 });
    const [failing, logged] = world.log.filter(({ level }) => level === 'error');
    const cause = expect.stringMatching(/^TypeError: .*\n {4}at .*delegates\.test\.ts/);
    expect(failing?.fields).toEqual({ event: 'identity.failing', name, reason: 'TypeError', cause });
    const { code, message: reason } = failure;
    expect(logged?.fields).toEqual({ event: 'callback.failed', code, reason, cause });
    expect(await world.bridge.incidents.list()).toEqual([]);
    const failing503 = expect.stringContaining(`identity.${name} fails`);
    expect(await world.bridge.health()).toMatchObject({
      failingFunctions: [`identity.${name}`],
      problems: [failing503],
    });
    isAway = false;
    expect(await world.press(by, 'check')).toBe(0);
    const lastedMs = expect.any(Number);
    expect(world.log.at(-1)?.fields).toEqual({ event: 'identity.recovered', name, lastedMs });
    expect(await world.bridge.health()).toMatchObject({ failingFunctions: [], problems: [] });
  },
);

test.each([
  ['isMember', [], 'a list'],
  ['isMember', undefined, 'undefined'],
  ['isMember', null, 'null'],
  ['mayActFor', 'chen', 'string'],
] as const)('where identity.%s answers %j nobody is admitted, and the log says so', async (name, answer, given) => {
  const identity = { isMember: () => false, [name]: async () => answer } as unknown as Identity;
  world = await createWorld({ bridge: { identity } });
  const handledBy = name === 'isMember' ? { groups: 'legal' } : { assignee: 'bo' };
  const check = userTask('check', { ...handledBy, attributes: { 'ttc:canDelegate': '1' } });
  const { instanceId } = await world.begin(
    processFile([start(), check, end()], 'start > check > end', { id: 'asked' }),
  );
  const reason = `identity.${name} returned ${given}, so nothing was decided: it must return true or false.`;
  const taskId = `${instanceId}.1`;
  const failure = { code: 'ERR_IDENTITY_FAILED', message: reason };
  await expect(world.bridge.press(taskId, { account: 'chen' })).rejects.toMatchObject(failure);
  if (name === 'mayActFor') world.sandbox.delegate(taskId, { from: 'bo', to: 'chen' });
  const by = name === 'isMember' ? 'emil' : 'chen';
  expect(await world.sandbox.press(taskId, { action: 'Handle', account: by })).toMatchObject({ status: 503 });
  expect(world.log.filter(({ level }) => level === 'error')).toMatchObject([
    { fields: { event: 'callback.failed', code: 'ERR_IDENTITY_FAILED', reason } },
  ]);
});
