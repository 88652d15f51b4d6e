/** Tasks that vanish without being handled leave people's lists, and nobody is said to have handled them. */
import { describe, expect, test } from 'vitest';
import type { BridgeOptions, Identity } from '../../../src/index.ts';
import {
  type BpmnNode,
  end,
  exclusive,
  node,
  parallel,
  processFile,
  serviceTask,
  start,
  terminate,
  userTask,
} from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { createWorld, type World, type WorldOptions } from '../world.ts';

/** Any of three signs. */
const anySigns = (after: BpmnNode): string =>
  draw({
    others: [
      userTask('sign', {
        assignee: '${signer}',
        attributes: { 'ttc:completion': 'any' },
        multiInstance: { collection: '${signers}', elementVariable: 'signer' },
      }),
      after,
    ],
    paths: `start > sign > ${after.id} > end`,
  });
const ANY = anySigns(userTask('pay', { assignee: 'emil' }));

/** Bo may stop what a group looks at too. */
const STOP = processFile(
  [
    ...[start(), parallel('fork'), userTask('legal', { assignee: 'bo' }), exclusive('g')],
    ...[userTask('finance', { groups: 'finance' }), node('endEvent', 'stop', { content: terminate() }), end()],
  ],
  'start > fork > legal > g; g >"Stop" stop; g >"Go" end; fork > finance > end',
);

async function begin(world: World, xml: string): Promise<string> {
  const { processId } = await world.bridge.deploy(xml);
  const variables = { signers: ['bo', 'chen', 'dara'] };
  const { instanceId } = await world.bridge.start(processId, { initiator: 'anna', variables });
  await world.bridge.idle();
  return instanceId;
}

/** What the center has on record of a task. */
const recordsOf = ({ sandbox }: World, taskId: string) =>
  (sandbox.task(taskId)?.records ?? []).map(({ status, handler, handlerName, handleStatus, handleOpinions }) =>
    [status, handler, handlerName, handleStatus, handleOpinions].filter((part) => part !== undefined).join(', '),
  );

const reading = (noneKeepsPending: boolean | 'for-others'): WorldOptions => ({
  sandbox: { switches: { noneKeepsPending } },
});

describe('the others of a countersign that one has decided', () => {
  test.each([false, 'for-others'] as const)(
    'are off their lists at once, where none takes a task off (%s)',
    async (which) => {
      await using world = await createWorld(reading(which));
      const id = await begin(world, ANY);
      await world.press('chen', 'sign');
      expect(world.pending()).toEqual(['emil:pay']);
      expect(world.reports().slice(1)).toEqual(['sign next pay', 'sign none', 'sign none']);
      expect(recordsOf(world, `${id}.1`)).toEqual(['none, bo, System, Decided by others']);
      expect(recordsOf(world, `${id}.2`)).toEqual(['next, chen, Chen Wei, Handle, fine']);
      expect(recordsOf(world, `${id}.3`)).toEqual(['none, dara, System, Decided by others']);
    },
  );

  test('keep it where none leaves it there, until the center asks', async () => {
    await using world = await createWorld(reading(true));
    const id = await begin(world, ANY);
    await world.press('chen', 'sign');
    expect(world.pending()).toEqual(['bo:sign', 'dara:sign', 'emil:pay']);
    expect(await world.bridge.press(`${id}.1`, { account: 'bo' })).toMatchObject({ kind: 'stale' });
    world.sandbox.setStatusUrl('approvals', world.bridge.statusUrl());
    await world.sandbox.runNightly();
    expect(world.pending()).toEqual(['emil:pay']);
    expect(world.sandbox.task(`${id}.1`)?.changes.map(({ to, cause }) => [to, cause])).toEqual([
      ['terminated', 'status'],
    ]);
  });

  test('are told of in the words of the host, and the task says why', async () => {
    const words: Readonly<Record<string, string>> = { 'Decided by others': 'Andere haben entschieden' };
    await using world = await createWorld({
      bridge: { defaults: { systemName: 'Brücke' }, translateLabel: (text) => words[text] ?? text },
    });
    const id = await begin(world, ANY);
    await world.press('chen', 'sign');
    expect(recordsOf(world, `${id}.1`)).toEqual(['none, bo, Brücke, Andere haben entschieden']);
    const said = { handlerName: 'Brücke', handleStatus: 'Andere haben entschieden' };
    expect(await world.bridge.tasks.get(`${id}.1`)).toMatchObject({ state: 'TERMINATED', handler: null, ...said });
    const gone = (await world.bridge.history({ instanceId: id })).filter(({ type }) => type === 'task.gone');
    expect(gone.map(({ data }) => data)).toEqual([
      { taskId: `${id}.1`, nodeId: 'sign', handleStatus: said.handleStatus },
      { taskId: `${id}.3`, nodeId: 'sign', handleStatus: said.handleStatus },
    ]);
  });

  test('are not told of where center.reportGone is false', async () => {
    await using world = await createWorld({ center: { reportGone: false } });
    const id = await begin(world, ANY);
    await world.press('chen', 'sign');
    expect(world.reports().slice(1)).toEqual(['sign next pay']);
    expect(world.pending()).toEqual(['bo:sign', 'dara:sign', 'emil:pay']);
    expect(await world.bridge.tasks.get(`${id}.1`)).toMatchObject({
      state: 'TERMINATED',
      handleStatus: 'Decided by others',
    });
  });

  test('hold nothing up where the center has asked before it is told', async () => {
    let finish = (_: object): void => undefined;
    const book = () => new Promise<object>((resolve) => (finish = resolve));
    await using world = await createWorld({ bridge: { services: { book } } });
    const id = await begin(world, anySigns(serviceTask('book')));
    void world.press('chen', 'sign');
    await expect.poll(() => world.bridge.tasks.get(`${id}.2`)).toMatchObject({ state: 'FINISH' });
    world.sandbox.setStatusUrl('approvals', world.bridge.statusUrl());
    await world.sandbox.runNightly();
    expect(world.pending()).toEqual(['chen:sign']);
    finish({});
    await world.bridge.idle();
    expect(world.reports().slice(1)).toEqual(['sign none', 'sign none', 'sign end']);
    const states = (await world.bridge.outbox.list({ instanceId: id })).map(({ state }) => state);
    expect(new Set(states)).toEqual(new Set(['delivered']));
  });
});

describe('where none takes a task off the list of the one that it names', () => {
  const listed = async (task: BpmnNode, membersOf?: Identity['membersOf']) => {
    const world = await createWorld({
      ...reading('for-others'),
      bridge: { identity: { isMember: () => true, ...(membersOf && { membersOf }) } },
    });
    const forked = [start(), parallel('fork'), userTask('legal', { assignee: 'bo' }), end('out')];
    const stop = node('endEvent', 'stop', { content: terminate() });
    const xml = processFile([...forked, task, stop], `start > fork > legal > stop; fork > ${task.id} > out`);
    const id = await begin(world, xml);
    const before = world.pending();
    await world.press('bo', 'legal');
    const delivered = (await world.bridge.outbox.list({ instanceId: id })).map(({ state }) => state);
    const told = {
      reports: world.reports().slice(1),
      records: recordsOf(world, `${id}.2`),
      states: new Set(delivered),
    };
    return { world, before, ...told };
  };
  const DELIVERED = new Set(['delivered']);

  test('a task of several is off the lists of all of them', async () => {
    const { world, before, ...told } = await listed(userTask('check', { users: 'chen,dara' }));
    await using _ = world;
    expect(before).toEqual(['bo:legal', 'chen:check', 'dara:check']);
    expect(told).toEqual({
      reports: ['check none', 'check none', 'legal end'],
      records: ['none, chen, System, Terminated', 'none, dara, System, Terminated'],
      states: DELIVERED,
    });
    expect(world.pending()).toEqual([]);
  });

  test('so is that of a group, of whose members the host knows, each once', async () => {
    const membersOf = (group: string) => (group === 'finance' ? ['gu', 'fatima'] : ['gu']);
    const { world, before, ...told } = await listed(userTask('check', { groups: 'audit,finance' }), membersOf);
    await using _ = world;
    expect(before).toContain('fatima:check');
    expect(told.reports).toEqual(['check none', 'check none', 'legal end']);
    expect(told.records).toEqual(['none, gu, System, Terminated', 'none, fatima, System, Terminated']);
    expect(world.pending()).toEqual([]);
  });

  test('and one that its signers share, for those who have yet to sign', async () => {
    const shared = userTask('check', {
      assignee: '${signer}',
      attributes: { 'ttc:countersign': 'shared' },
      multiInstance: { collection: '${signers}', elementVariable: 'signer' },
    });
    const world = await createWorld(reading('for-others'));
    await using _ = world;
    const forked = [start(), parallel('fork'), userTask('legal', { assignee: 'emil' }), end('out')];
    const stop = node('endEvent', 'stop', { content: terminate() });
    const id = await begin(
      world,
      processFile([...forked, shared, stop], 'start > fork > legal > stop; fork > check > out'),
    );
    await world.press('chen', 'check');
    expect(world.pending()).toEqual(['bo:check', 'dara:check', 'emil:legal']);
    await world.press('emil', 'legal');
    expect(world.reports().slice(2)).toEqual(['check none', 'check none', 'legal end']);
    expect(recordsOf(world, `${id}.2`).slice(1)).toEqual([
      'none, bo, System, Terminated',
      'none, dara, System, Terminated',
    ]);
    expect(world.pending()).toEqual([]);
  });
});

describe('what a terminate end takes away', () => {
  const stopped = async (bridge: Partial<BridgeOptions>, noneKeepsPending: boolean | 'for-others' = false) => {
    const world = await createWorld({
      ...reading(noneKeepsPending),
      bridge: { identity: { isMember: () => true }, ...bridge },
    });
    const id = await begin(world, STOP);
    await world.press('bo', 'legal', 'Stop');
    return { world, id };
  };

  test('is told of before the end, by the members of its group, the first of whom takes it off the list', async () => {
    const { world, id } = await stopped({ identity: { isMember: () => true, membersOf: () => ['gu', 'fatima'] } });
    await using _ = world;
    expect(world.reports().slice(1)).toEqual(['finance none', 'finance none', 'legal end']);
    expect(recordsOf(world, `${id}.2`)).toEqual(['none, gu, System, Terminated']);
    expect(world.pending()).toEqual([]);
  });

  test('else by who stands in for the system', async () => {
    const { world, id } = await stopped({ defaults: { systemHandler: 'fatima' } });
    await using _ = world;
    expect(recordsOf(world, `${id}.2`)).toEqual(['none, fatima, System, Terminated']);
  });

  test.each([false, true, 'for-others'] as const)(
    'stays in the lists of its group where nobody can be named, until the center asks (%s)',
    async (which) => {
      const { world, id } = await stopped({}, which);
      await using _ = world;
      expect(world.reports().slice(1)).toEqual(['legal end']);
      expect(world.pending()).toEqual(['fatima:finance', 'gu:finance']);
      expect(await world.bridge.tasks.get(`${id}.2`)).toMatchObject({
        state: 'TERMINATED',
        handleStatus: 'Terminated',
      });
      world.sandbox.setStatusUrl('approvals', world.bridge.statusUrl());
      await world.sandbox.runNightly();
      expect(world.pending()).toEqual([]);
    },
  );
});

describe('the rest of an instance that is ended before its time', () => {
  test.each([false, true, 'for-others'] as const)(
    'is told of as far as somebody can be named, and the answer names the others (%s)',
    async (which) => {
      await using world = await createWorld(reading(which));
      const { problems } = await world.bridge.deploy(STOP);
      expect(problems.map(({ rule, elementId }) => [rule, elementId])).toEqual([['no-handler-to-report', 'finance']]);
      const id = await begin(world, STOP);
      expect(await world.bridge.terminate(id, { account: 'anna' })).toEqual({
        kind: 'applied',
        message: `terminated; ${id}.2 could not be reported to the center, because the group has no known member`,
        unreported: [`${id}.2`],
      });
      await world.bridge.idle();
      expect(world.reports().slice(1)).toEqual(['legal end']);
      expect(world.pending()).toEqual(['fatima:finance', 'gu:finance']);
      world.sandbox.setStatusUrl('approvals', world.bridge.statusUrl());
      await world.sandbox.runNightly();
      expect(world.pending()).toEqual([]);
    },
  );

  test('is told of in the name of who stands in for the group, and the answer names nothing', async () => {
    await using world = await createWorld({ bridge: { defaults: { systemHandler: 'fatima' } } });
    const { problems } = await world.bridge.deploy(STOP);
    expect(problems).toEqual([]);
    const id = await begin(world, STOP);
    expect(await world.bridge.revoke(id, { account: 'anna' })).toEqual({ kind: 'applied', message: 'revoked' });
    await world.bridge.idle();
    expect(world.reports().slice(1)).toEqual(['finance none', 'legal end']);
    expect(world.pending()).toEqual([]);
  });

  test.each([
    ['terminate', 'Terminated', 'TERMINATED'],
    ['revoke', 'Revoked', 'RECALL'],
  ] as const)('by %s is told of before the end', async (operation, handleStatus, state) => {
    await using world = await createWorld();
    const id = await begin(world, ANY);
    await world.bridge[operation](id, { account: 'anna' });
    await world.bridge.idle();
    expect(world.reports().slice(1)).toEqual(['sign none', 'sign none', 'sign end']);
    expect(world.pending()).toEqual([]);
    expect(recordsOf(world, `${id}.2`)).toEqual([`none, chen, System, ${handleStatus}`]);
    const row = await world.bridge.tasks.get(`${id}.2`);
    expect(row).toMatchObject({ state, handler: 'anna', handlerName: 'System', handleStatus });
  });
});
