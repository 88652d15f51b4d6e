/** A signature that goes into other hands, and on from there, in each kind of countersign. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { end, exclusive, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { createWorld, type World } from '../world.ts';

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world[Symbol.asyncDispose]());

const VOTES = 'sign > decided; decided >"Yes"{ttc:vote=approve} file; decided >"No"{ttc:vote=reject} end';

/** Bo, Chen and Dara sign, then Anna files it. */
async function begin(options: {
  sequential?: boolean;
  completion?: string;
  votes?: boolean;
  people?: string[];
}): Promise<string> {
  const { sequential = false, completion = 'all', votes = false } = options;
  const { people = ['bo', 'chen', 'dara'] } = options;
  const sign = userTask('sign', {
    assignee: '${who}',
    multiInstance: { collection: '${people}', elementVariable: 'who', sequential },
    attributes: { 'ttc:completion': completion },
  });
  const nodes = [
    start(),
    sign,
    ...(votes ? [exclusive('decided')] : []),
    userTask('file', { assignee: 'anna' }),
    end(),
  ];
  const ways = votes ? VOTES : 'sign > file';
  await world.bridge.deploy(processFile(nodes, `start > sign; ${ways}; file > end`, { id: 'countersign' }));
  const { instanceId } = await world.bridge.start('countersign', { initiator: 'anna', variables: { people } });
  await world.bridge.idle();
  return instanceId;
}

async function transfer(from: string, to: string): Promise<void> {
  const verdict = await world.bridge.transfer(world.taskOf(from, 'sign'), { from, to });
  expect(verdict).toMatchObject({ kind: 'applied' });
  await world.bridge.idle();
}

async function expectConcluded(instanceId: string): Promise<void> {
  const open = await world.bridge.tasks.list({ instanceId, state: 'IN_PROGRESS' });
  expect(open).toMatchObject([{ nodeId: 'file', handlers: ['anna'] }]);
  expect(await world.press('anna', 'file')).toBe(0);
  expect(await world.bridge.instances.get(instanceId)).toMatchObject({ status: 'ended' });
  expect(world.sandbox.transactions()[0]?.conclusions).toHaveLength(1);
  expect(await world.bridge.outbox.list({ state: 'parked' })).toEqual([]);
  expect(await world.bridge.outbox.list({ state: 'unconfirmed' })).toEqual([]);
}

test('in parallel: one signature goes round through three hands and back, the others are not touched', async () => {
  const id = await begin({});
  await transfer('bo', 'emil');
  await transfer('emil', 'fatima');
  await transfer('fatima', 'bo');
  expect(world.pending().toSorted()).toEqual(['bo:sign', 'chen:sign', 'dara:sign']);
  for (const account of ['chen', 'bo', 'dara']) expect(await world.press(account, 'sign')).toBe(0);
  await expectConcluded(id);
});

test('in sequence: whoever has it now signs, and then it is the turn of the next one', async () => {
  const id = await begin({ sequential: true });
  expect(world.pending()).toEqual(['bo:sign']);
  await transfer('bo', 'emil');
  await transfer('emil', 'fatima');
  expect(world.pending()).toEqual(['fatima:sign']);
  expect(await world.press('fatima', 'sign')).toBe(0);
  expect(world.pending()).toEqual(['chen:sign']);
  expect(await world.press('chen', 'sign')).toBe(0);
  await transfer('dara', 'emil');
  expect(await world.press('emil', 'sign')).toBe(0);
  await expectConcluded(id);
});

test.each(['bridge', 'plugin'] as const)(
  'to somebody who signs too: refused with the reason by a %s',
  async (runtime) => {
    await world[Symbol.asyncDispose]();
    world = await createWorld({ runtime });
    const id = await begin({ completion: '60%', votes: true });
    const give = (from: string, to: string) => world.bridge.transfer(world.taskOf(from, 'sign'), { from, to });
    const hasVote = 'this person has another task of this countersign: one person, one vote';
    expect(await give('bo', 'chen')).toEqual({ kind: 'forbidden', message: hasVote });
    expect(await world.press('chen', 'sign', 'Yes')).toBe(0);
    const hasVoted = 'this person has already signed this countersign: one person, one vote';
    expect(await give('bo', 'chen')).toEqual({ kind: 'forbidden', message: hasVoted });
    expect(world.pending().toSorted()).toEqual(['bo:sign', 'dara:sign']);
    expect(await world.bridge.incidents.list({ instanceId: id })).toEqual([]);
    expect(await world.press('bo', 'sign', 'Yes')).toBe(0);
    await expectConcluded(id);
  },
);

test.each(['bridge', 'plugin'] as const)(
  'who is twice in the list of a %s gets one task, if the option says so',
  async (runtime) => {
    await world[Symbol.asyncDispose]();
    world = await createWorld({ runtime, bridge: { oneTaskPerSigner: true } });
    const id = await begin({ people: ['bo', 'chen', 'bo'] });
    expect(world.pending().toSorted()).toEqual(['bo:sign', 'chen:sign']);
    for (const account of ['chen', 'bo']) expect(await world.press(account, 'sign')).toBe(0);
    await expectConcluded(id);
  },
);

test('else both, and a warning when the round begins', async () => {
  const id = await begin({ people: ['bo', 'chen', 'bo'] });
  expect(world.pending().toSorted()).toEqual(['bo:sign', 'bo:sign', 'chen:sign']);
  const warned = world.log.filter(({ fields }) => fields.event === 'countersign.signer-repeated');
  expect(warned).toMatchObject([{ level: 'warn', fields: { instanceId: id, nodeId: 'sign', accounts: 1 } }]);
  expect(
    (await world.bridge.history({ instanceId: id })).filter(({ type }) => type === 'countersign.signer-repeated'),
  ).toMatchObject([{ data: { nodeId: 'sign', accounts: ['bo'] } }]);
});

test('an operator reassigns it to somebody who signs too only by force', async () => {
  const id = await begin({ completion: '2' });
  const to = { handlers: ['chen'], reason: 'bo is ill' };
  const { reassign } = world.bridge;
  expect(await reassign(world.taskOf('bo', 'sign'), to)).toMatchObject({ kind: 'forbidden' });
  expect(world.pending().toSorted()).toEqual(['bo:sign', 'chen:sign', 'dara:sign']);
  expect(await reassign(world.taskOf('bo', 'sign'), { ...to, force: true })).toMatchObject({ kind: 'applied' });
  await world.bridge.idle();
  const [action] = await world.bridge.history({ instanceId: id, type: 'action' });
  expect(action?.data).toMatchObject({ type: 'TRANSFER', reason: 'bo is ill', force: true });
  expect(world.pending().toSorted()).toEqual(['chen:sign', 'chen:sign', 'dara:sign']);
  expect(await world.press('chen', 'sign')).toBe(0);
  const [open] = await world.bridge.tasks.list({ instanceId: id, state: 'IN_PROGRESS', handler: 'chen' });
  expect(await world.bridge.press(open?.taskId ?? '', { account: 'chen' })).toMatchObject({ kind: 'applied' });
  await world.bridge.idle();
  const states = (await world.bridge.tasks.list({ instanceId: id })).map(({ state }) => state).toSorted();
  expect(states).toEqual(['FINISH', 'FINISH', 'IN_PROGRESS', 'TERMINATED', 'TURN']);
});

test('a delegate signs for one person alone, and never beside a task of their own', async () => {
  await world[Symbol.asyncDispose]();
  world = await createWorld({ bridge: { identity: 'trust-center', defaults: { canDelegate: 1 } } });
  const id = await begin({ votes: true });
  const delegateAndPress = async (from: string, to: string) => {
    const taskId = world.taskOf(from, 'sign');
    world.sandbox.delegate(taskId, { from, to });
    const { body } = await world.sandbox.press(taskId, { action: 'Yes', account: to });
    await world.bridge.idle();
    return (body as { code: number }).code;
  };
  expect(await delegateAndPress('bo', 'chen')).toBe(403);
  expect(await delegateAndPress('bo', 'emil')).toBe(0);
  expect(await delegateAndPress('dara', 'emil')).toBe(403);
  expect(await world.press('dara', 'sign', 'Yes')).toBe(0);
  expect(await world.bridge.incidents.list({ instanceId: id })).toEqual([]);
  expect(await world.press('chen', 'sign', 'Yes')).toBe(0);
  await expectConcluded(id);
});

test('by a button to somebody who signs too: refused over the wire with 403', async () => {
  const sign = userTask('sign', {
    assignee: '${who}',
    multiInstance: { collection: '${people}', elementVariable: 'who' },
    extensions:
      '<ttc:action name="Sign" key="sign" type="HANDLE"/><ttc:action name="Pass" key="pass" type="TRANSFER" to="chen"/>',
  });
  await world.bridge.deploy(processFile([start(), sign, end()], 'start > sign > end', { id: 'passed' }));
  await world.bridge.start('passed', { initiator: 'anna', variables: { people: ['bo', 'chen', 'dara'] } });
  await world.bridge.idle();
  expect(await world.press('bo', 'sign', 'Pass')).toBe(403);
  expect(world.pending().toSorted()).toEqual(['bo:sign', 'chen:sign', 'dara:sign']);
  expect(await world.bridge.incidents.list({})).toEqual([]);
});

test('with votes: the vote is that of whoever has it now', async () => {
  const id = await begin({ completion: '60%', votes: true });
  await transfer('bo', 'emil');
  expect(await world.press('emil', 'sign', 'Yes')).toBe(0);
  expect(await world.press('dara', 'sign', 'Yes')).toBe(0);
  await expectConcluded(id);
});
