/** Many instances in a table of the caller: starts, presses and races. */
import { describe, expect, test } from 'vitest';
import { createEngineHost, type InstanceChange } from '../../../src/plugin/index.ts';
import { bareTask, end, fileWith, parallel, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { openHost, START } from './open-host.ts';

describe('a start', () => {
  test('saves the instance, its first task and its report as revision 1', async () => {
    const { host, store, said } = openHost();
    expect(await host.start({ ...START, businessKey: 'order 7', variables: { days: 2 } })).toEqual({
      instanceId: 'i',
      started: true,
      problems: [],
    });
    expect(store.changes).toMatchObject([
      { instanceId: 'i', revision: 1, ended: false, wakeAt: null, jobs: [], press: null, deadlock: null },
    ]);
    expect(store.changes[0]?.tasks).toMatchObject([{ taskId: 'i.1', nodeId: 'a', state: 'IN_PROGRESS' }]);
    expect(store.changes[0]?.reports[0]).toMatchObject({ reportId: 'i.1.0', kind: 'bootstrap' });
    expect(said()).toEqual(['i.start next i.1']);
    const read = await host.read('i');
    expect(read?.instance).toMatchObject({ businessKey: 'order 7', status: 'running', initiator: 'ann' });
    expect(read?.variables).toMatchObject({ days: 2, initiator: 'ann' });
  });

  test('with an id that is taken leaves the instance as it is', async () => {
    const { host, store } = openHost();
    await host.start(START);
    expect(await host.start({ ...START, initiator: 'bob' })).toEqual({ instanceId: 'i', started: false, problems: [] });
    expect(store.changes).toHaveLength(1);
  });

  test('of a diagram that cannot run saves nothing', async () => {
    const { host, store } = openHost();
    const source = fileWith(bareTask('nobody'));
    await expect(host.start({ ...START, source })).rejects.toMatchObject({ code: 'ERR_MODEL_REFUSED' });
    expect(store.changes).toEqual([]);
  });
});

describe('a press', () => {
  test('saves one step; the instance keeps its diagram, whatever later ones are started with', async () => {
    const { host, store, said } = openHost();
    await host.start(START);
    expect(await host.press('i.1', { account: 'ann', opinions: 'fine' })).toMatchObject({ kind: 'applied' });
    expect(await host.press('i.2', { account: 'bob' })).toMatchObject({ kind: 'applied' });
    expect(said()).toEqual(['i.start next i.1', 'i.1 next i.2', 'i.2 end']);
    expect(store.changes.map(({ revision, ended }) => [revision, ended])).toEqual([
      [1, false],
      [2, false],
      [3, true],
    ]);
    expect(store.changes[1]?.tasks).toMatchObject([
      { taskId: 'i.1', state: 'FINISH', handler: 'ann', opinions: 'fine' },
      { taskId: 'i.2', state: 'IN_PROGRESS' },
    ]);
    expect(store.changes[2]?.state).toBeNull();
  });

  test.each([
    ['of nobody who may', 'i.1', 'bob', 'forbidden'],
    ['on a task that was never there', 'i.9', 'ann', 'unknown'],
    ['on a task of no instance', 'j.1', 'ann', 'unknown'],
    ['on a task with an id of another form', 'elsewhere', 'ann', 'unknown'],
  ])('%s is refused, and saves nothing', async (_, taskId, account, kind) => {
    const { host, store } = openHost();
    await host.start(START);
    expect(await host.press(taskId, { account })).toMatchObject({ kind });
    expect(store.changes).toHaveLength(1);
  });

  test('that comes again gets the first answer, and without a key it is late', async () => {
    const { host, store } = openHost();
    await host.start(START);
    const press = { account: 'ann', replayKey: 'u-1' };
    const first = await host.press('i.1', press);
    expect(await host.press('i.1', press)).toEqual({ ...first, kind: 'duplicate' });
    expect(await host.press('i.1', { account: 'ann' })).toMatchObject({ kind: 'stale' });
    expect(store.changes.map(({ press: saved }) => saved?.replayKey)).toEqual([undefined, 'u-1']);
  });

  test('after the end is late', async () => {
    const { host, store } = openHost();
    await host.start(START);
    await host.terminate('i');
    expect(await host.press('i.1', { account: 'ann' })).toMatchObject({ kind: 'stale' });
    expect(store.changes.at(-1)).toMatchObject({ revision: 2, ended: true, state: null });
  });

  test('whose step fails saves nothing, and can be made again', async () => {
    const { store, host } = openHost({
      plugin: { expressions: { functions: { who: () => (isKnown ? 'bob' : '') } } } as never,
    });
    let isKnown = false;
    const source = draw({ people: { a: 'ann', b: '${who()}' }, paths: 'start > a > b > end' });
    await host.start({ ...START, source });
    expect(await host.press('i.1', { account: 'ann' })).toMatchObject({ kind: 'failed' });
    expect(store.changes).toHaveLength(1);
    isKnown = true;
    expect(await host.press('i.1', { account: 'ann' })).toMatchObject({ kind: 'applied' });
  });
});

describe('a race', () => {
  test('that is lost is run again on what the other one saved', async () => {
    const { host, store, options, said } = openHost();
    const both = parallel('fork');
    const source = processFile(
      [start(), both, userTask('a', { assignee: 'ann' }), userTask('b', { assignee: 'bob' }), parallel('join'), end()],
      'start > fork > a > join > end; fork > b > join',
    );
    await host.start({ ...START, source });
    const other = createEngineHost(options);
    const verdicts = await Promise.all([host.press('i.1', { account: 'ann' }), other.press('i.2', { account: 'bob' })]);
    expect(verdicts.map(({ kind }) => kind)).toEqual(['applied', 'applied']);
    expect(store.changes.map(({ revision }) => revision)).toEqual([1, 2, 3]);
    expect(said()).toEqual(['i.start next i.1 i.2', expect.stringMatching(/none$/), expect.stringMatching(/end$/)]);
  });

  test('that is lost every time ends, and says so', async () => {
    const { store } = openHost();
    const { load } = store;
    let attempts = 0;
    const save = async (change: InstanceChange) => {
      attempts += 1;
      return change.revision === 1 && store.save(change);
    };
    const { host } = openHost({ load, save });
    await host.start(START);
    attempts = 0;
    await expect(host.press('i.1', { account: 'ann' })).rejects.toMatchObject({ code: 'ERR_BUSY' });
    expect(attempts).toBe(20);
  });

  test('passes the context to load, find, findPress and save, and their errors to the caller', async () => {
    const { store } = openHost();
    const seen: string[] = [];
    const { host } = openHost({
      load(instanceId, context) {
        seen.push(`load ${context}`);
        return store.load(instanceId);
      },
      find(_taskId, context) {
        seen.push(`find ${context}`);
        return 'i';
      },
      findPress(key, context) {
        seen.push(`findPress ${context}`);
        return store.findPress(key);
      },
      save(change, context) {
        seen.push(`save ${context}`);
        if (context === 'broken') throw new RangeError('the database is gone');
        return store.save(change);
      },
    });
    await host.start(START, 'one');
    await host.press('anything', { account: 'ann', replayKey: 'k' }, 'two').catch(() => undefined);
    await host.press('i.1', { account: 'ann', replayKey: 'k' }, 'three');
    expect(seen).toEqual([
      ...['load one', 'save one', 'find two', 'load two', 'findPress two'],
      ...['find three', 'load three', 'findPress three', 'save three'],
    ]);
    await expect(host.press('i.2', { account: 'bob' }, 'broken')).rejects.toThrow(RangeError);
    expect(store.changes).toHaveLength(2);
  });
});

test('a task is sent back to one of its targets, and comes directly on', async () => {
  const { host, store, said } = openHost({ plugin: { defaults: { allow: ['sendBackDirect'] } } as never });
  await host.start(START);
  await host.press('i.1', { account: 'ann' });
  const targets = [{ nodeId: 'a', nodeName: 'a', taskId: 'i.1', account: 'ann', reason: null }];
  expect(await host.sendBackTargets('i.2')).toEqual(targets);
  expect(await host.sendBackTargets('j.2')).toEqual([]);
  expect(store.changes).toHaveLength(2);
  expect(await host.sendBack('i.2', { account: 'bob', to: 'b' })).toMatchObject({ kind: 'invalid' });
  expect(await host.sendBack('i.2', { account: 'bob', to: 'a' })).toMatchObject({ kind: 'applied' });
  expect(await host.press('i.3', { account: 'ann' })).toMatchObject({ kind: 'applied' });
  expect(await host.press('i.4', { account: 'bob' })).toMatchObject({ kind: 'applied' });
  expect(said()).toEqual(['i.start next i.1', 'i.1 next i.2', 'i.2 next i.3', 'i.3 next i.4', 'i.4 end']);
});
