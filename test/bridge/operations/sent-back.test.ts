/** A task is sent back, and comes directly to who sent it back: to what, and what is seen of it. The reports are told by the stories `sent-back`. */
import { describe, expect, test } from 'vitest';
import type { Bridge, BridgeOptions } from '../../../src/index.ts';
import { boundary, conditional, userTask } from '../../support/bpmn-xml.ts';
import { countersign, draw } from '../../support/draw.ts';
import { createWorld, type World } from '../world.ts';

const PAYING = draw({
  people: { ask: 'anna', check: 'bo', pay: 'emil', book: 'gu' },
  paths: 'start > ask > check > pay > book > end',
});

async function open(xml: string, { defaults, ...bridge }: Partial<BridgeOptions> = {}, variables = {}) {
  const allow = ['sendBackDirect', 'delegate', 'claim'] as const;
  const world = await createWorld({ bridge: { ...bridge, defaults: { allow, ...defaults } } });
  const { instanceId } = await world.begin(xml, { variables });
  const ids = (number: number) => `${instanceId}.${number}`;
  return { world, instanceId, ids, bridge: world.bridge };
}

const refusal = (kind: string, message: string) => ({ kind, message });
const OWN = 'this person handled that step';
const OF_SEVERAL = 'several people handled that step: it cannot be sent back to them';

async function applied(world: World, call: (bridge: Bridge) => Promise<{ kind: string }>) {
  expect(await call(world.bridge)).toMatchObject({ kind: 'applied' });
  await world.bridge.idle();
}

describe('to what', () => {
  test('what its token has passed, and why not to some of it', async () => {
    const several = draw({
      people: { ask: 'anna', pay: 'anna' },
      others: [userTask('check', { users: 'bo,chen' }), countersign('sign')],
      paths: 'start > ask > check > sign > pay > end',
    });
    const { world, ids, bridge } = await open(several, {}, { signers: ['bo', 'chen'] });
    await using _ = world;
    expect(await bridge.sendBackTargets(ids(1))).toEqual([]);
    await world.press('anna', 'ask');
    await world.press('chen', 'check');
    await world.press('bo', 'sign');
    expect(await bridge.sendBackTargets(ids(4))).toEqual([
      { nodeId: 'ask', nodeName: 'ask', taskId: ids(1), account: 'anna', reason: null },
      { nodeId: 'check', nodeName: 'check', taskId: ids(2), account: null, reason: OF_SEVERAL },
    ]);
    await world.press('chen', 'sign');
    const targets = await bridge.sendBackTargets(ids(5));
    expect(targets.map(({ nodeId, account, reason }) => [nodeId, account, reason])).toEqual([
      ['ask', 'anna', OWN],
      ['check', null, OF_SEVERAL],
      ['sign', null, OF_SEVERAL],
    ]);
    for (const { nodeId, reason } of targets)
      expect(await bridge.sendBack(ids(5), { account: 'anna', to: nodeId })).toEqual(refusal('invalid', reason ?? ''));
    expect(await bridge.sendBack(ids(5), { account: 'anna', to: 'pay' })).toEqual(
      refusal('invalid', 'the process has not come here by that step'),
    );
    expect(await bridge.sendBackTargets(ids(1))).toEqual([]);
    expect(await bridge.sendBackTargets('none')).toEqual([]);
  });

  test('of who has it back, only what was before that; nobody who waits for it', async () => {
    const { world, ids, bridge } = await open(PAYING);
    await using _ = world;
    for (const [account, node] of [
      ['anna', 'ask'],
      ['bo', 'check'],
      ['emil', 'pay'],
    ] as const)
      await world.press(account, node);
    const targetsOf = async (taskId: string) =>
      (await bridge.sendBackTargets(taskId)).map(({ nodeId, reason }) => [nodeId, reason]);
    expect(await targetsOf(ids(4))).toEqual([
      ['ask', null],
      ['check', null],
      ['pay', null],
    ]);
    await applied(world, () => bridge.sendBack(ids(4), { account: 'gu', to: 'pay' }));
    await applied(world, () => bridge.delegate(ids(5), { from: 'emil', to: 'anna' }));
    const already = 'this person asks or is asked here already';
    expect(await targetsOf(ids(6))).toEqual([
      ['ask', OWN],
      ['check', null],
    ]);
    await applied(world, () => bridge.sendBack(ids(6), { account: 'anna', to: 'check' }));
    expect(await targetsOf(ids(7))).toEqual([['ask', already]]);
    expect(await bridge.sendBack(ids(7), { account: 'bo', to: 'ask' })).toEqual(refusal('forbidden', already));
  });

  test('nobody may, where the diagram and the options say nothing; nor who only acts for a handler', async () => {
    const { world, ids, bridge } = await open(PAYING, { defaults: { allow: [] } });
    await using _ = world;
    await world.press('anna', 'ask');
    expect(await bridge.sendBack(ids(2), { account: 'bo', to: 'ask' })).toEqual(
      refusal('forbidden', 'this task does not allow it'),
    );
    expect(await bridge.sendBackTargets(ids(2))).toEqual([]);
    const acting = draw({
      people: { ask: 'anna' },
      others: [userTask('check', { assignee: 'bo', attributes: { 'ttc:canDelegate': '1' } })],
      paths: 'start > ask > check > end',
    });
    const identity = { isMember: () => false, mayActFor: (account: string) => account === 'dara' };
    const other = await open(acting, { identity });
    await using __ = other.world;
    await other.world.press('anna', 'ask');
    expect(await other.bridge.sendBack(other.ids(2), { account: 'dara', to: 'ask' })).toEqual(
      refusal('forbidden', 'only a handler of the task may do this'),
    );
  });
});

describe('what is seen', () => {
  test('one button, which sets what the form brings and is no vote; what was said comes with the task', async () => {
    const { world, instanceId, ids, bridge } = await open(PAYING);
    await using _ = world;
    await world.press('anna', 'ask');
    await applied(world, () => bridge.sendBack(ids(2), { account: 'bo', to: 'ask', opinions: 'too dear' }));
    expect(await bridge.tasks.get(ids(2))).toMatchObject({
      state: 'FINISH',
      handleStatus: 'Send back',
      opinions: 'too dear',
    });
    expect(await bridge.tasks.get(ids(3))).toMatchObject({
      ...{ nodeId: 'ask', handlers: ['anna'], panel: { asked: { kind: 'direct', taskId: ids(2) } } },
      actions: [{ key: 'resubmit', name: 'Resubmit', type: 'HANDLE' }],
    });
    const before = await bridge.instances.variables(instanceId);
    await bridge.press(ids(3), { account: 'anna', opinions: 'cheaper now', variables: { amount: 7 } });
    await bridge.idle();
    expect(await bridge.instances.variables(instanceId)).toEqual({ ...before, amount: 7 });
    expect(await bridge.tasks.get(ids(4))).toMatchObject({
      ...{ nodeId: 'check', handlers: ['bo'], panel: { cameBack: { kind: 'direct', taskId: ids(2) } } },
      answers: [{ taskId: ids(3), account: 'anna', opinions: 'cheaper now', state: 'FINISH' }],
    });
  });

  test('the names and texts of the task that was handled, also where they cannot be computed any more', async () => {
    const named = draw({
      people: { check: 'bo' },
      others: [
        userTask('ask', {
          ...{ assignee: 'anna', name: 'Ask ${what.toUpperCase()}' },
          attributes: { 'ttc:summary': 'Amount|${what.toLowerCase()}' },
        }),
      ],
      paths: 'start > ask > check > end',
    });
    const { world, instanceId, ids, bridge } = await open(named, {}, { what: 'leave' });
    await using _ = world;
    await world.press('anna', 'ask');
    await bridge.setVariables(instanceId, { what: null });
    const [target] = await bridge.sendBackTargets(ids(2));
    expect(target).toMatchObject({ nodeName: 'Ask LEAVE' });
    await applied(world, () => bridge.sendBack(ids(2), { account: 'bo', to: 'ask' }));
    await applied(world, () => bridge.transfer(ids(3), { from: 'anna', to: 'gu' }));
    expect(nextOf(world).at(-1)).toMatchObject({ nodeName: 'Ask LEAVE', taskSummary: ['Amount|leave'] });
  });

  test('with a page for it, the button that opens it, and one to recall; resubmitting is in no batch', async () => {
    const operationUrl = 'https://service.test/{operation}/{taskId}';
    const { world, ids, bridge } = await open(PAYING, { defaults: { operationUrl, allow: ['sendBackDirect'] } });
    await using _ = world;
    await world.press('anna', 'ask');
    expect(nextOf(world).at(-1)?.actions?.at(-1)).toMatchObject({
      ...{ name: 'Send back', type: 'DEAL', optType: 1, allowMerge: 0 },
      url: `https://service.test/sendBackDirect/${ids(2)}`,
    });
    await applied(world, () => bridge.sendBack(ids(2), { account: 'bo', to: 'ask' }));
    expect(reportsTo(world).at(-1)?.previousActions).toMatchObject([
      { name: 'Recall', type: 'HANDLEDR', url: `https://service.test/recall/${ids(2)}`, optType: '1' },
    ]);
    expect(nextOf(world).at(-1)?.actions?.[0]).toMatchObject({ name: 'Resubmit', type: 'HANDLE', allowMerge: 0 });
  });

  test('what is left of the time to handle what was sent back; none where it has none', async () => {
    const timed = draw({
      people: { pay: 'emil' },
      others: [
        userTask('ask', { assignee: 'anna', attributes: { 'ttc:timeOut': '4' } }),
        userTask('check', { assignee: 'bo', attributes: { 'ttc:timeOut': '8' } }),
      ],
      paths: 'start > ask > check > pay > end',
    });
    let now = Date.UTC(2026, 0, 1);
    const { world, ids, bridge } = await open(timed, { clock: () => now });
    await using _ = world;
    await world.press('anna', 'ask');
    now += 2 * 3_600_000;
    await applied(world, () => bridge.sendBack(ids(2), { account: 'bo', to: 'ask' }));
    await applied(world, () => bridge.transfer(ids(3), { from: 'anna', to: 'gu' }));
    await world.press('gu', 'ask', 'Resubmit');
    await world.press('bo', 'check');
    await applied(world, () => bridge.sendBack(ids(6), { account: 'emil', to: 'ask' }));
    expect(nextOf(world).map(({ timeOut }) => timeOut)).toEqual([4, 8, 6, 6, 6, undefined, undefined]);
  });
});

describe('meanwhile', () => {
  test('who has it back transfers it, but not to who waits for it; then it is recalled by the host', async () => {
    const { world, ids, bridge } = await open(PAYING);
    await using _ = world;
    await world.press('anna', 'ask');
    await applied(world, () => bridge.sendBack(ids(2), { account: 'bo', to: 'ask' }));
    expect(await bridge.transfer(ids(3), { from: 'anna', to: 'bo' })).toMatchObject({ kind: 'forbidden' });
    await applied(world, () => bridge.transfer(ids(3), { from: 'anna', to: 'gu' }));
    expect(await bridge.tasks.get(ids(4))).toMatchObject({ nodeId: 'ask', handlers: ['gu'] });
    await applied(world, () => bridge.recall(ids(4), { reason: 'too slow', by: 'olga' }));
    expect(world.pending()).toEqual(['bo:check']);
    await applied(world, () => bridge.sendBack(ids(5), { account: 'bo', to: 'ask' }));
    await applied(world, () => bridge.reassign(ids(6), { handlers: ['gu', 'dara'] }));
    expect(await bridge.claim(ids(7), { account: 'gu' })).toMatchObject({ kind: 'stale' });
    await world.press('gu', 'ask', 'Resubmit');
    expect(world.pending()).toEqual(['bo:check']);
  });

  test('nobody in a suspended instance; it ends with the instance', async () => {
    const { world, instanceId, ids, bridge } = await open(PAYING);
    await using _ = world;
    await world.press('anna', 'ask');
    await bridge.suspend(instanceId);
    expect(await bridge.sendBack(ids(2), { account: 'bo', to: 'ask' })).toMatchObject({ kind: 'suspended' });
    await bridge.activate(instanceId);
    await applied(world, () => bridge.sendBack(ids(2), { account: 'bo', to: 'ask' }));
    expect(await bridge.sendBack(ids(2), { account: 'bo', to: 'ask' })).toMatchObject({ kind: 'stale' });
    await bridge.terminate(instanceId);
    await bridge.idle();
    expect(world.reports().slice(-2)).toEqual(['check next ask', 'ask end']);
  });

  test('what is resubmitted fulfils a condition that ends the wait: the task does not come back', async () => {
    const watched = draw({
      people: { ask: 'anna', check: 'bo', drop: 'gu' },
      others: [boundary('small', 'check', conditional('${amount < 10}'))],
      paths: 'start > ask > check > end; small > drop > end-small',
    });
    const { world, ids, bridge } = await open(watched, {}, { amount: 99 });
    await using _ = world;
    await world.press('anna', 'ask');
    await applied(world, () => bridge.sendBack(ids(2), { account: 'bo', to: 'ask' }));
    await applied(world, () => bridge.press(ids(3), { account: 'anna', variables: { amount: 7 } }));
    expect(world.reports().slice(-1)).toEqual(['ask next drop']);
    expect(world.pending()).toEqual(['gu:drop']);
  });
});

describe('in another version', () => {
  test('it goes with its wait, and what has no place there is passed no more', async () => {
    const { world, instanceId, ids, bridge } = await open(PAYING);
    await using _ = world;
    for (const [account, node] of [
      ['anna', 'ask'],
      ['bo', 'check'],
      ['emil', 'pay'],
    ] as const)
      await world.press(account, node);
    await applied(world, () => bridge.sendBack(ids(4), { account: 'gu', to: 'pay' }));
    const changed = draw({
      people: { ask: 'anna', pay: 'emil', book: 'gu' },
      paths: 'start > ask > pay > book > end',
    });
    const { definitionId: to } = await bridge.deploy(changed);
    expect(await bridge.instances.migrate({ to, instanceIds: [instanceId] })).toMatchObject({
      instances: [{ outcome: 'migrated', moved: [] }],
    });
    await world.press('emil', 'pay', 'Resubmit');
    expect((await bridge.sendBackTargets(ids(6))).map(({ nodeId }) => nodeId)).toEqual(['ask', 'pay']);
    await applied(world, () => bridge.sendBack(ids(6), { account: 'gu', to: 'ask' }));
    await world.press('anna', 'ask', 'Resubmit');
    expect(world.pending()).toEqual(['gu:book']);
  });

  test('it is refused where the node of the earlier task is missing', async () => {
    const { world, instanceId, ids, bridge } = await open(PAYING);
    await using _ = world;
    await world.press('anna', 'ask');
    await applied(world, () => bridge.sendBack(ids(2), { account: 'bo', to: 'ask' }));
    const changed = draw({
      people: { request: 'anna', check: 'bo', pay: 'emil', book: 'gu' },
      paths: 'start > request > check > pay > book > end',
    });
    const { definitionId: to } = await bridge.deploy(changed);
    expect(await bridge.instances.migrate({ to, instanceIds: [instanceId] })).toMatchObject({
      instances: [{ outcome: 'refused', refusals: [{ reason: 'node-missing', nodeId: 'ask' }] }],
    });
    await world.press('anna', 'ask', 'Resubmit');
    expect(await bridge.instances.migrate({ to, instanceIds: [instanceId] })).toMatchObject({
      instances: [{ outcome: 'migrated' }],
    });
    expect(await bridge.sendBackTargets(ids(4))).toEqual([]);
  });
});

interface Told {
  readonly next?: readonly {
    readonly nodeName: string;
    readonly taskSummary?: readonly string[];
    readonly timeOut?: number;
    readonly actions?: readonly { name: string; type: string; optType: number; url: string; allowMerge: number }[];
  }[];
  readonly previousActions?: readonly object[];
}

function reportsTo({ sandbox }: World): readonly Told[] {
  const calls = sandbox.traffic.filter(({ call, direction }) => call === 'taskHandle' && direction === 'in');
  return calls.flatMap(({ body }) => body as Told[]);
}

/** All tasks that the center was told of. */
const nextOf = (world: World) => reportsTo(world).flatMap(({ next = [] }) => next);
