/** What the center makes of the bridge's status answers, over real sockets and by the strict judgement of the sandbox. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { BridgeOptions } from '../../../src/index.ts';
import { end, userTask } from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { serveFetch } from '../../support/serve-fetch.ts';
import { createWorld, type World, type WorldOptions } from '../world.ts';

const CHAIN = draw({ id: 'chain', people: { apply: 'anna', check: 'bo' }, paths: 'start > apply > check > end' });
const FORK = draw({
  id: 'fork',
  people: { a: 'bo', c: 'chen' },
  parallel: 'split',
  others: [
    userTask('b', { groups: 'legal' }),
    end('done'),
    end('also'),
    end('stopped', { content: '<terminateEventDefinition/>' }),
  ],
  paths: 'start > split > a > stopped; split > b > done; split > c > also',
});

const opened: AsyncDisposable[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each[Symbol.asyncDispose]();
});

async function openWorld(options: WorldOptions = {}): Promise<World> {
  const world = await createWorld(options);
  opened.push(world);
  world.sandbox.setStatusUrl('approvals', world.bridge.statusUrl());
  return world;
}

async function begin({ bridge }: World, xml: string): Promise<string> {
  const { processId } = await bridge.deploy(xml);
  const { instanceId } = await bridge.start(processId, { initiator: 'anna' });
  await bridge.idle();
  return instanceId;
}

/** The run of the night, in which nothing may be wrong. */
async function night({ sandbox }: World): Promise<Record<string, string>> {
  const runs = await sandbox.runNightly();
  expect(runs.flatMap(({ problems }) => problems)).toEqual([]);
  return Object.assign({}, ...runs.map(({ states }) => states)) as Record<string, string>;
}

test('tasks that vanished and are not reported leave the lists of people at night', async () => {
  const world = await openWorld({ center: { reportGone: false } });
  await begin(world, FORK);
  await world.press('bo', 'a');
  expect(world.pending()).toEqual(['chen:c', 'emil:b', 'gu:b']);
  expect(Object.values(await night(world))).toEqual(['TERMINATED', 'TERMINATED']);
  expect(world.pending()).toEqual([]);
});

test('a suspended task is suspended in the center, until it goes on', async () => {
  const world = await openWorld();
  const id = await begin(world, CHAIN);
  expect(await world.bridge.suspend(id, { account: 'anna', reason: 'wait' })).toMatchObject({ kind: 'applied' });
  expect(await night(world)).toEqual({ [`${id}.1`]: 'SUSPENDED' });
  expect(world.sandbox.task(`${id}.1`)).toMatchObject({
    state: 'suspended',
    changes: [{ to: 'suspended', handler: 'anna', handleOpinions: 'wait' }],
  });
  await world.bridge.activate(id);
  expect(await night(world)).toEqual({ [`${id}.1`]: 'IN_PROGRESS' });
  expect(world.pending()).toEqual(['anna:apply']);
});

test.each([
  ['terminate', 'TERMINATED'],
  ['revoke', 'RECALL'],
] as const)('%s: what the report did not reach is %s', async (operation, taskStatus) => {
  const world = await openWorld({ bridge: { defaults: { systemHandler: 'dara' } } });
  const id = await begin(world, FORK);
  expect(await world.bridge[operation](id, { account: 'anna' })).toMatchObject({ kind: 'applied' });
  await world.bridge.idle();
  const states = await night(world);
  expect(Object.keys(states).length).toBeGreaterThan(0);
  for (const state of Object.values(states)) expect(state).toBe(taskStatus);
  expect(world.pending()).toEqual([]);
});

test('times of status answers are as the center wants them, where it wants the short form', async () => {
  const world = await openWorld({
    callback: { statusTimeForm: 'yy-MM-dd hh:mm:ss' },
    sandbox: { switches: { statusTimeForm: 'yy-MM-dd hh:mm:ss' } },
  });
  const id = await begin(world, CHAIN);
  await world.bridge.suspend(id, { account: 'anna' });
  // The sandbox judges each answer by its switch.
  expect(await night(world)).toEqual({ [`${id}.1`]: 'SUSPENDED' });
  const answers = world.sandbox.traffic.filter(({ call }) => call === 'taskStatus').map(({ answer }) => answer);
  expect(JSON.stringify(answers)).toMatch(/"handleTime":"\d\d-\d\d-\d\d \d\d:\d\d:\d\d"/);
});

describe("the center's own buttons", () => {
  const ACTED = draw({
    id: 'acted',
    people: { b: 'chen' },
    parallel: 'split',
    others: [
      userTask('a', {
        assignee: 'bo',
        extensions: '<ttc:action name="Hold" type="HANG_UP"/><ttc:action name="Go on" type="ACTIVE"/>',
      }),
      end('also'),
    ],
    paths: 'start > split > a > end; split > b > also',
    extensions: '<ttc:action name="Stop" type="BREAK_UP"/><ttc:action name="Call back" type="REVOKE"/>',
  });

  test('hold one task, and the night brings the others along; both go on', async () => {
    const world = await openWorld();
    const id = await begin(world, ACTED);
    await world.press('bo', 'a', 'Hold');
    // The task of bo, who holds it, is drawn behind the other.
    const states = () => [2, 1].map((number) => world.sandbox.task(`${id}.${number}`)?.state);
    expect(states()).toEqual(['suspended', 'pending']);
    expect(Object.values(await night(world))).toEqual(['SUSPENDED', 'SUSPENDED']);
    expect(states()).toEqual(['suspended', 'suspended']);
    await world.press('bo', 'a', 'Go on');
    expect(Object.values(await night(world))).toEqual(['IN_PROGRESS', 'IN_PROGRESS']);
    expect(states()).toEqual(['pending', 'pending']);
  });

  test.each([
    ['Stop', true, 'terminated', 'TERMINATED'],
    ['Call back', true, 'recalled', 'RECALL'],
    ['Stop', false, 'terminated', 'TERMINATED'],
    ['Call back', false, 'recalled', 'RECALL'],
  ])('%s ends the transaction, followsUp %s: at once, or by the answers of the night', async (...row) => {
    const [label, followsUp, state, taskStatus] = row;
    const world = await openWorld({ sandbox: { switches: { followsUp } } });
    const id = await begin(world, ACTED);
    await world.sandbox.press(`${id}.1`, { action: label, account: 'anna', opinions: 'not needed' });
    await world.bridge.idle();
    expect(world.pending()).toEqual(followsUp ? [] : ['bo:a', 'chen:b']);
    expect(Object.values(await night(world))).toEqual(followsUp ? [] : [taskStatus, taskStatus]);
    expect(world.sandbox.task(`${id}.2`)).toMatchObject({
      state,
      changes: [{ to: state, handler: 'anna', handleOpinions: 'not needed' }],
    });
    expect(world.reports()).toHaveLength(1);
  });
});

describe('while reports cannot reach the center', () => {
  /** A world whose center takes no reports until it is let. */
  async function openBlocked() {
    const road = { blocked: false };
    let origin = '';
    const proxy = await serveFetch(async (request) => {
      const { pathname } = new URL(request.url);
      // A refusal, by which the bridge knows that nothing arrived: its next attempt is no repeat for that.
      if (road.blocked) return new Response(null, { status: 429 });
      const { method, headers } = request;
      return await fetch(`${origin}${pathname}`, { method, headers: pick(headers), body: await request.text() });
    });
    opened.push({ [Symbol.asyncDispose]: () => proxy.close() });
    const center: BridgeOptions['center'] = {
      baseUrl: `${proxy.origin}/center`,
      authUrl: `${proxy.origin}/auth`,
      clientId: 'approvals-client',
      clientSecret: 'approvals-secret',
      appId: 'approvals',
    };
    const world = await openWorld({ bridge: { center, outbox: { retryMinMs: 50, retryMaxMs: 50 } } });
    origin = new URL(world.sandbox.baseUrl).origin;
    return { world, road };
  }
  const pick = (headers: Headers) =>
    Object.fromEntries([...headers].filter(([name]) => ['authorization', 'content-type'].includes(name)));

  async function unblock(world: World, road: { blocked: boolean }): Promise<string[]> {
    road.blocked = false;
    await vi.waitFor(
      async () => {
        expect(await world.bridge.outbox.list({ state: 'pending' })).toEqual([]);
      },
      { timeout: 20_000 },
    );
    return (await world.bridge.outbox.list()).map(({ state }) => state);
  }

  test('a status answer tells what happened; the report is understood as its echo, and the next ones go on', async () => {
    const { world, road } = await openBlocked();
    const id = await begin(world, CHAIN);
    road.blocked = true;
    await world.bridge.press(`${id}.1`, { account: 'anna' });
    expect(await night(world)).toEqual({ [`${id}.1`]: 'FINISH' });
    expect(world.pending()).toEqual(['bo:check']);

    // Of the task that the answer created the center knows nothing wrong: it is pressed before the report arrives,
    // which shows that it is there.
    const { body } = await world.sandbox.press(`${id}.2`, { action: 'Handle', account: 'bo' });
    expect(body).toMatchObject({ code: 0 });
    expect(await unblock(world, road)).toEqual(['delivered', 'delivered', 'delivered']);
    expect(world.pending()).toEqual([]);
    expect(world.sandbox.transactions()).toMatchObject([{ taskIds: [`${id}.1`, `${id}.2`], conclusions: [{}] }]);
  });

  test('the end is told once, by the answer, and the report of it is an echo', async () => {
    const { world, road } = await openBlocked();
    const id = await begin(world, CHAIN);
    await world.press('anna', 'apply');
    road.blocked = true;
    await world.bridge.press(`${id}.2`, { account: 'bo' });
    expect(await night(world)).toEqual({ [`${id}.2`]: 'FINISH' });
    expect(await unblock(world, road)).toEqual(['delivered', 'delivered', 'delivered']);
    expect(world.sandbox.transactions()[0]?.conclusions).toHaveLength(1);
  });

  test('a transfer: the task of the new person comes by the answer, and is not parked when the report comes', async () => {
    const { world, road } = await openBlocked();
    const id = await begin(world, CHAIN);
    road.blocked = true;
    await world.bridge.transfer(`${id}.1`, { from: 'anna', to: 'chen' });
    expect(await night(world)).toEqual({ [`${id}.1`]: 'TURN' });
    expect(world.sandbox.task(`${id}.1`)).toMatchObject({ state: 'turned', changes: [{ turnHandler: 'chen' }] });
    expect(world.pending()).toEqual(['chen:apply']);
    expect(await unblock(world, road)).toEqual(['delivered', 'unconfirmed']);
    expect(await world.press('chen', 'apply')).toBe(0);
    expect(world.pending()).toEqual(['bo:check']);
  });
});
