/** Others have a task for a while: who may ask whom, and what is seen of it. The reports are told by the stories `asked-people`. */
import { describe, expect, test } from 'vitest';
import type { Bridge, BridgeOptions } from '../../../src/index.ts';
import { userTask } from '../../support/bpmn-xml.ts';
import { countersign, draw } from '../../support/draw.ts';
import { createWorld, type World } from '../world.ts';

const ALL = ['delegate', 'addSigners', 'claim'] as const;
const CHECK = draw({ people: { check: 'bo', pay: 'emil' }, paths: 'start > check > pay > end' });

async function open(xml: string, { defaults, ...bridge }: Partial<BridgeOptions> = {}, variables = {}) {
  const world = await createWorld({ bridge: { ...bridge, defaults: { allow: ALL, ...defaults } } });
  const { instanceId } = await world.begin(xml, { variables });
  return { world, instanceId };
}

const refusal = (kind: string, message: string) => ({ kind, message });
const NOT_ALLOWED = refusal('forbidden', 'this task does not allow it');
const ALREADY = refusal('forbidden', 'this person asks or is asked here already');

async function applied(world: World, call: (bridge: Bridge) => Promise<{ kind: string }>) {
  expect(await call(world.bridge)).toMatchObject({ kind: 'applied' });
  await world.bridge.idle();
}

describe('who may', () => {
  test('nobody, where the diagram and the options say nothing; the host may always', async () => {
    const { world, instanceId } = await open(CHECK, { defaults: { allow: [] } });
    await using _ = world;
    const { bridge } = world;
    const taskId = `${instanceId}.1`;
    expect(await bridge.delegate(taskId, { from: 'bo', to: 'chen' })).toEqual(NOT_ALLOWED);
    expect(await bridge.addSigners(taskId, { from: 'bo', to: ['chen'] })).toEqual(NOT_ALLOWED);
    expect(await bridge.claim(taskId, { account: 'bo' })).toEqual(NOT_ALLOWED);
    await applied(world, () => bridge.delegate(taskId, { to: 'chen' }));
    await world.press('chen', 'check', 'Opinion');
    expect(world.pending()).toEqual(['bo:check']);
  });

  test('a task says so itself, and can take it away', async () => {
    const allowing = (allow: string) =>
      draw({
        others: [userTask('check', { assignee: 'bo', attributes: { 'ttc:allow': allow } })],
        paths: 'start > check > end',
      });
    const own = await open(allowing('delegate'), { defaults: { allow: [] } });
    await applied(own.world, (bridge) => bridge.delegate(`${own.instanceId}.1`, { from: 'bo', to: 'chen' }));
    const none = await open(allowing('none'));
    expect(await none.world.bridge.delegate(`${none.instanceId}.1`, { from: 'bo', to: 'chen' })).toEqual(NOT_ALLOWED);
    await own.world[Symbol.asyncDispose]();
    await none.world[Symbol.asyncDispose]();
  });

  test('only a handler; not who acts for one', async () => {
    const acting = draw({
      others: [userTask('check', { assignee: 'bo', attributes: { 'ttc:canDelegate': '1' } })],
      paths: 'start > check > end',
    });
    const { world, instanceId } = await open(acting, {
      identity: { isMember: () => false, mayActFor: (account) => account === 'dara' },
    });
    await using _ = world;
    const onlyHandler = refusal('forbidden', 'only a handler of the task may do this');
    for (const from of ['emil', 'dara'])
      expect(await world.bridge.delegate(`${instanceId}.1`, { from, to: 'chen' })).toEqual(onlyHandler);
    const several = draw({
      id: 'several',
      others: [userTask('check', { users: 'bo,chen', attributes: { 'ttc:canDelegate': '1' } })],
      paths: 'start > check > end',
    });
    const other = await world.begin(several);
    expect(await world.bridge.press(`${other.instanceId}.1`, { account: 'dara', action: 'claim' })).toEqual(
      onlyHandler,
    );
  });

  test('not somebody who asks or is asked here, and not as deep as one likes', async () => {
    const { world, instanceId } = await open(CHECK);
    await using _ = world;
    const { bridge } = world;
    const ids = (number: number) => `${instanceId}.${number}`;
    expect(await bridge.delegate(ids(1), { from: 'bo', to: 'bo' })).toEqual(ALREADY);
    await applied(world, () => bridge.addSigners(ids(1), { from: 'bo', to: ['chen', 'dara'] }));
    expect(await bridge.delegate(ids(2), { from: 'chen', to: 'dara' })).toEqual(ALREADY);
    expect(await bridge.transfer(ids(2), { from: 'chen', to: 'bo' })).toEqual(ALREADY);
    await applied(world, () => bridge.transfer(ids(2), { from: 'chen', to: 'gu' }));
    let asker = 'gu';
    for (const [index, to] of ['p1', 'p2', 'p3', 'p4'].entries()) {
      await applied(world, () => bridge.delegate(ids(index + 4), { from: asker, to }));
      asker = to;
    }
    expect(await bridge.delegate(ids(8), { from: 'p4', to: 'p5' })).toEqual(
      refusal('invalid', 'people who are asked here ask others already, as deep as is possible'),
    );
    expect(await bridge.addSigners(ids(3), { from: 'dara', to: names(21) })).toEqual(
      refusal('invalid', 'at most 20 people can be asked at once, and 50 at one task'),
    );
  });

  test('a task that its signers share goes to nobody else', async () => {
    const shared = draw({
      others: [countersign('sign', { attributes: { 'ttc:countersign': 'shared' } })],
      paths: 'start > sign > end',
    });
    const { world, instanceId } = await open(shared, {}, { signers: ['bo', 'chen'] });
    await using _ = world;
    const sharedTask = refusal('invalid', 'several people sign this task together: nobody else can be asked');
    expect(await world.bridge.delegate(`${instanceId}.1`, { from: 'bo', to: 'gu' })).toEqual(sharedTask);
  });

  test('whom others have asked, only they recall; the host always, all at once by the task that was closed', async () => {
    const { world, instanceId } = await open(CHECK);
    await using _ = world;
    const { bridge } = world;
    const ids = (number: number) => `${instanceId}.${number}`;
    expect(await bridge.recall(ids(1))).toEqual(refusal('stale', 'nobody is asked with this task'));
    await applied(world, () => bridge.addSigners(ids(1), { from: 'bo', to: ['chen', 'dara'], rule: 'in-turn' }));
    expect(await bridge.recall(ids(2), { account: 'chen' })).toEqual(
      refusal('forbidden', 'only the person who has asked may do this'),
    );
    await applied(world, () => bridge.recall(ids(1), { reason: 'too slow', by: 'olga' }));
    expect(world.pending()).toEqual(['bo:check']);
    expect(await bridge.tasks.get(ids(2))).toMatchObject({
      ...{ state: 'TERMINATED', handler: 'chen', handlerName: 'System', opinions: 'too slow', handleStatus: 'Recall' },
    });
    expect(await bridge.recall(ids(1))).toMatchObject({ kind: 'stale' });
  });

  test('in a suspended instance nobody', async () => {
    const { world, instanceId } = await open(CHECK);
    await using _ = world;
    const { bridge } = world;
    await applied(world, () => bridge.delegate(`${instanceId}.1`, { from: 'bo', to: 'chen' }));
    await bridge.suspend(instanceId);
    for (const call of [
      () => bridge.delegate(`${instanceId}.2`, { from: 'chen', to: 'gu' }),
      () => bridge.recall(`${instanceId}.2`, { account: 'bo' }),
    ])
      expect(await call()).toMatchObject({ kind: 'suspended' });
    await bridge.activate(instanceId);
    await world.press('chen', 'check', 'Opinion');
    await bridge.terminate(instanceId);
    await bridge.idle();
    expect(world.reports().slice(-2)).toEqual(['check next check', 'check end']);
  });
});

describe('what is seen', () => {
  test('a claim and its release', async () => {
    const several = draw({ others: [userTask('check', { users: 'bo,chen' })], paths: 'start > check > end' });
    const { world, instanceId } = await open(several);
    await using _ = world;
    await applied(world, (bridge) => bridge.claim(`${instanceId}.1`, { account: 'bo' }));
    expect(await world.bridge.release(`${instanceId}.2`, { account: 'chen' })).toEqual(
      refusal('forbidden', 'only the person who has claimed the task may do this'),
    );
    for (const number of [1, 2])
      expect(await world.bridge.recall(`${instanceId}.${number}`)).toEqual(
        refusal('stale', 'nobody is asked with this task'),
      );
    await applied(world, (bridge) => bridge.release(`${instanceId}.2`));
    expect(await world.bridge.tasks.get(`${instanceId}.1`)).toMatchObject({ state: 'TURN', turnHandler: 'bo' });
    expect(await world.bridge.tasks.get(`${instanceId}.2`)).toMatchObject({ state: 'TURN', turnHandler: 'bo,chen' });
    expect(await world.bridge.tasks.get(`${instanceId}.3`)).toMatchObject({ answers: [] });
  });

  test('what those said who were asked, with the task that came back', async () => {
    const { world, instanceId } = await open(CHECK);
    await using _ = world;
    const { bridge } = world;
    await applied(world, () => bridge.addSigners(`${instanceId}.1`, { from: 'bo', to: ['chen', 'dara'] }));
    expect(await bridge.tasks.get(`${instanceId}.1`)).toMatchObject({ state: 'FINISH', turnHandler: null });
    expect(await bridge.tasks.get(`${instanceId}.2`)).toMatchObject({
      panel: { asked: { kind: 'before', taskId: `${instanceId}.1` } },
      actions: [{ key: 'opinion', name: 'Opinion', type: 'HANDLE' }],
      answers: [],
    });
    await bridge.press(`${instanceId}.2`, { account: 'chen', opinions: 'too dear' });
    await bridge.press(`${instanceId}.3`, { account: 'dara', variables: { amount: 7 } });
    await bridge.idle();
    expect(await bridge.instances.variables(instanceId)).not.toHaveProperty('amount');
    expect(await bridge.tasks.get(`${instanceId}.4`)).toMatchObject({
      handlers: ['bo'],
      answers: [
        { taskId: `${instanceId}.2`, account: 'chen', opinions: 'too dear', state: 'FINISH' },
        { taskId: `${instanceId}.3`, account: 'dara', opinions: null, state: 'FINISH' },
      ],
    });
  });

  test('of who asked others in turn what they said in the end, and of who was recalled nothing', async () => {
    const { world, instanceId } = await open(CHECK);
    await using _ = world;
    const { bridge } = world;
    const ids = (number: number) => `${instanceId}.${number}`;
    await applied(world, () => bridge.addSigners(ids(1), { from: 'bo', to: ['chen', 'dara'] }));
    await applied(world, () => bridge.addSigners(ids(2), { from: 'chen', to: ['gu'], opinions: 'is it?' }));
    await bridge.press(ids(4), { account: 'gu', opinions: 'it is' });
    await bridge.press(ids(5), { account: 'chen', opinions: 'too dear' });
    await applied(world, () => bridge.recall(ids(3), { account: 'bo', reason: 'too slow' }));
    expect(await bridge.tasks.get(ids(6))).toMatchObject({
      answers: [
        { taskId: ids(3), account: 'dara', opinions: null, state: 'TERMINATED' },
        { taskId: ids(5), account: 'chen', opinions: 'too dear', state: 'FINISH' },
      ],
    });
  });

  test('what is left of the time to handle it', async () => {
    const timed = draw({
      others: [userTask('check', { assignee: 'bo', attributes: { 'ttc:timeOut': '8' } })],
      paths: 'start > check > end',
    });
    let now = Date.UTC(2026, 0, 1);
    const { world, instanceId } = await open(timed, { clock: () => now });
    await using _ = world;
    now += 2.5 * 3_600_000;
    await applied(world, (bridge) => bridge.delegate(`${instanceId}.1`, { from: 'bo', to: 'chen' }));
    now += 24 * 3_600_000;
    await world.press('chen', 'check', 'Opinion');
    expect(nextOf(world).map(({ timeOut }) => timeOut)).toEqual([8, 6, 1]);
  });

  test('with a page for it, the buttons that open it; a claim is a button of its own', async () => {
    const several = draw({ others: [userTask('check', { users: 'bo,chen' })], paths: 'start > check > end' });
    const operationUrl = 'https://service.test/{operation}/{taskId}';
    const { world, instanceId } = await open(several, { defaults: { operationUrl } });
    await using _ = world;
    const shown = (at: number) =>
      (nextOf(world)[at]?.actions ?? []).map(({ name, type, optType }) => [name, type, optType]);
    const pages = [
      ['Ask somebody to look at it', 'TRANSFER', 1],
      ['Add signers', 'TRANSFER', 1],
    ];
    expect(shown(0)).toEqual([['Handle', 'HANDLE', 0], ['Claim', 'TRANSFER', 0], ...pages]);
    expect(nextOf(world)[0]?.actions?.at(-1)?.url).toBe(`https://service.test/addSigners/${instanceId}.1`);
    await world.press('bo', 'check', 'Claim');
    expect(shown(1)).toEqual([['Handle', 'HANDLE', 0], ['Release', 'TRANSFER', 0], ...pages]);
    await applied(world, (bridge) => bridge.delegate(`${instanceId}.2`, { from: 'bo', to: 'gu' }));
    expect(shown(2)).toEqual([['Opinion', 'HANDLE', 0], ...pages]);
    expect(reportsTo(world).at(-1)?.previousActions).toMatchObject([
      { name: 'Recall', type: 'HANDLEDR', url: `https://service.test/recall/${instanceId}.2`, optType: '1' },
    ]);
    await world.press('gu', 'check', 'Opinion');
    await world.press('bo', 'check', 'Release');
    expect(world.pending()).toEqual(['bo:check', 'chen:check']);
  });
});

test('a claimed task that is given to somebody else is theirs', async () => {
  const several = draw({ others: [userTask('check', { users: 'bo,chen' })], paths: 'start > check > end' });
  const { world, instanceId } = await open(several);
  await using _ = world;
  const { bridge } = world;
  await applied(world, () => bridge.claim(`${instanceId}.1`, { account: 'bo' }));
  await applied(world, () => bridge.transfer(`${instanceId}.2`, { from: 'bo', to: 'gu' }));
  expect(await bridge.tasks.get(`${instanceId}.3`)).toMatchObject({ panel: null, actions: [{ name: 'Handle' }] });
  await applied(world, () => bridge.transfer(`${instanceId}.3`, { from: 'gu', to: 'bo' }));
  expect(world.pending()).toEqual(['bo:check']);
});

test('what a group was given meanwhile is recalled in the name of a member', async () => {
  const { world, instanceId } = await open(CHECK, {
    identity: { isMember: (_group, account) => account === 'dara', membersOf: () => ['dara'] },
  });
  await using _ = world;
  const { bridge } = world;
  await applied(world, () => bridge.delegate(`${instanceId}.1`, { from: 'bo', to: 'chen' }));
  await applied(world, () => bridge.reassign(`${instanceId}.2`, { handlingGroup: 'directors' }));
  await applied(world, () => bridge.recall(`${instanceId}.1`));
  expect(await bridge.tasks.get(`${instanceId}.3`)).toMatchObject({ state: 'TERMINATED', handler: 'dara' });
  expect(world.pending()).toEqual(['bo:check']);
});

test('a button of the diagram that is called as one of ours is the one that is pressed', async () => {
  const own = '<ttc:action key="claim" name="Take it" type="HANDLE" />';
  const several = draw({
    others: [userTask('check', { users: 'bo,chen', extensions: own })],
    paths: 'start > check > end',
  });
  const { world } = await open(several);
  await using _ = world;
  await world.press('bo', 'check', 'Take it');
  expect(world.reports().at(-1)).toBe('check end');
});

test('who is asked goes with the task into another version, where that is the same', async () => {
  const { world, instanceId } = await open(CHECK);
  await using _ = world;
  const { bridge } = world;
  await applied(world, () => bridge.delegate(`${instanceId}.1`, { from: 'bo', to: 'chen' }));
  const changed = draw({ people: { check: 'bo', pay: 'gu' }, paths: 'start > check > pay > end' });
  const { definitionId: to } = await bridge.deploy(changed);
  expect(await bridge.instances.migrate({ to, instanceIds: [instanceId] })).toMatchObject({
    instances: [{ outcome: 'migrated', moved: [] }],
  });
  await world.press('chen', 'check', 'Opinion');
  await world.press('bo', 'check');
  expect(world.pending()).toEqual(['gu:pay']);
});

test('where the node is another one, the task begins anew, and nobody is asked', async () => {
  const { world, instanceId } = await open(CHECK);
  await using _ = world;
  const { bridge } = world;
  await applied(world, () => bridge.addSigners(`${instanceId}.1`, { from: 'bo', to: ['chen', 'dara'] }));
  const changed = draw({ people: { look: 'gu', pay: 'emil' }, paths: 'start > look > pay > end' });
  const { definitionId: to } = await bridge.deploy(changed);
  await bridge.instances.migrate({ to, instanceIds: [instanceId], nodes: { check: 'look' } });
  await bridge.idle();
  expect(world.pending()).toEqual(['gu:look']);
  await world.press('gu', 'look');
  await world.press('emil', 'pay');
  expect(world.reports().at(-1)).toBe('pay end');
});

interface Told {
  readonly next?: readonly {
    readonly timeOut?: number;
    readonly actions?: readonly { name: string; type: string; optType: number; url: string }[];
  }[];
  readonly previousActions?: readonly object[];
}

function reportsTo({ sandbox }: World): readonly Told[] {
  const calls = sandbox.traffic.filter(({ call, direction }) => call === 'taskHandle' && direction === 'in');
  return calls.flatMap(({ body }) => body as Told[]);
}

/** All tasks that the center was told of. */
const nextOf = (world: World) => reportsTo(world).flatMap(({ next = [] }) => next);

const names = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`);
