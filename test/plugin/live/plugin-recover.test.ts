/** What a host stores of a plugin, and what it goes on from: days later, in another process, or from the wrong states. */
import { describe, expect, test, vi } from 'vitest';
import { catchEvent, end, message, parallel, processFile, root, start, userTask } from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { createHost, type LiveHost, recoverFrom, startHost } from '../../support/live-host.ts';

const TWO = processFile(
  [
    ...[start(), parallel('f'), userTask('a'), userTask('b'), catchEvent('asked', message('m'))],
    ...[userTask('c'), end(), end('e2'), end('e3')],
  ],
  'start > f; f > a > end; f > b > e2; f > asked > c > e3',
  { roots: root('message', 'm', { name: 'go' }) },
);

type States = readonly [plugin: string, engine: never];

async function store({ plugin, engine }: LiveHost): Promise<States> {
  return JSON.parse(JSON.stringify([plugin.snapshot(), await engine.getState()])) as States;
}

/** The same, with a message after which nothing follows, and a task that two sign. */
const MORE = processFile(
  [
    ...[start(), parallel('f'), userTask('a'), userTask('b'), catchEvent('asked', message('m')), userTask('c')],
    userTask('sign', {
      assignee: '${who}',
      multiInstance: { collection: '${people}', elementVariable: 'who' },
      attributes: { 'ttc:countersign': 'shared' },
    }),
    ...[catchEvent('told', message('m2')), end(), end('e2'), end('e3'), end('e4'), end('e5')],
  ],
  'start > f; f > a > end; f > b > e2; f > asked > c > e3; f > told > e4; f > sign > e5',
  { roots: `${root('message', 'm', { name: 'go' })}${root('message', 'm2', { name: 'over' })}` },
);

async function begin(): Promise<LiveHost> {
  const host = createHost(TWO);
  await host.engine.execute({ listener: host.plugin.listener });
  return host;
}

async function resume(
  [snapshot]: States,
  [, state]: States,
  source: string,
  onError: (error: unknown) => void,
): Promise<LiveHost> {
  const host = createHost(source, { onError });
  host.plugin.recover(snapshot);
  host.engine.recover(state);
  await host.engine.resume({ listener: host.plugin.listener });
  await new Promise(setImmediate);
  return host;
}

describe('a snapshot', () => {
  test('keeps what was handled: a late press is stale, a status is answered, the report is explained', async () => {
    const first = await begin();
    await first.plugin.press('order-1.1', { account: 'a', opinions: 'fine' });
    const { plugin } = await recoverFrom(first, TWO);
    expect(await plugin.press('order-1.1', { account: 'a' })).toMatchObject({ kind: 'stale' });
    expect(await plugin.press('order-1.1', { account: 'b' })).toMatchObject({ kind: 'forbidden' });
    expect(await plugin.answerStatus(['order-1.1', 'order-1.2', 'order-1.9'])).toMatchObject([
      { taskId: 'order-1.1', taskStatus: 'FINISH', taskData: { handler: 'a', handleOpinions: 'fine', status: 'none' } },
      { taskId: 'order-1.2', taskStatus: 'IN_PROGRESS', taskData: {} },
      { taskId: 'order-1.9', taskStatus: 'IN_PROGRESS', taskData: {} },
    ]);
    expect(plugin.explain().map(({ previousTaskId, status }) => `${previousTaskId} ${status}`)).toEqual([
      'order-1.start next',
      'order-1.1 none',
    ]);
    expect(plugin.diagram()).toMatchObject({
      status: 'running',
      nodes: { current: ['b', 'asked'], done: expect.arrayContaining(['a', 'end']) },
    });
  });

  test('of an instance that has ended answers without an engine', async () => {
    const first = await begin();
    await first.plugin.terminate();
    const [snapshot] = await store(first);
    const { plugin } = createHost(TWO);
    plugin.recover(snapshot);
    expect(plugin.instance).toMatchObject({ status: 'terminated', endedAt: expect.any(Number) });
    expect(await plugin.press('order-1.1', { account: 'a' })).toMatchObject({ kind: 'stale' });
    expect(await plugin.suspend()).toMatchObject({ kind: 'stale' });
    expect(await plugin.answerStatus(['order-1.2'])).toMatchObject([{ taskStatus: 'TERMINATED' }]);
  });

  test.each([
    ['of another instance', (text: string) => text.replaceAll('order-1', 'order-2'), 'is of instance order-2'],
    ['that is damaged', (text: string) => text.replace('"status":"running"', '"status":"walking"'), 'record.status'],
    ['that is no JSON', () => '{', 'cannot be read'],
  ])('%s is refused, and leaves the plugin as it was', async (_, change, why) => {
    const first = await begin();
    const [snapshot] = await store(first);
    expect(() => first.plugin.recover(change(snapshot))).toThrow(
      expect.objectContaining({ code: 'ERR_SNAPSHOT_INVALID', message: expect.stringContaining(why) }),
    );
    expect(await first.plugin.press('order-1.1', { account: 'a' })).toMatchObject({ kind: 'applied' });
  });
});

describe('states of two moments are refused: nothing is reported, and nothing goes on', () => {
  const move = {
    'handled a task': (host: LiveHost) => host.plugin.press('order-1.1', { account: 'a' }),
    'opened another task': async (host: LiveHost) => host.plugin.deliver({ kind: 'message', name: 'go' }),
    'signed a shared task': (host: LiveHost) => host.press('sign'),
    'heard a message that opens nothing': async (host: LiveHost) =>
      host.plugin.deliver({ kind: 'message', name: 'over' }),
  };
  test.each([
    ['the engine', 'handled a task', [0, 1]],
    ['the engine', 'opened another task', [0, 1]],
    ['the plugin', 'opened another task', [1, 0]],
    ['the plugin', 'handled a task', [1, 0]],
    ['the plugin', 'signed a shared task', [1, 0]],
    ['the plugin', 'heard a message that opens nothing', [1, 0]],
  ] as const)('%s has since %s', async (_, what, [ofPlugin, ofEngine]) => {
    const first = await startHost(MORE, { people: ['dan', 'eve'] });
    const states = [await store(first)];
    await move[what](first);
    states.push(await store(first));
    const onError = vi.fn();
    const [plugin, engine] = [states[ofPlugin], states[ofEngine]];
    if (!plugin || !engine) throw new Error('two states are stored');
    const mixed = await resume(plugin, engine, MORE, onError);
    const refusal = expect.objectContaining({ code: 'ERR_SNAPSHOT_INVALID' });
    expect(onError).toHaveBeenCalledExactlyOnceWith(refusal);
    expect(mixed.said()).toEqual([]);
    await expect(mixed.plugin.press('order-1.2', { account: 'b' })).rejects.toEqual(refusal);
    expect(() => mixed.plugin.snapshot()).toThrow(refusal);
  });
});

describe('a step that fails', () => {
  const ROUTED = draw({
    exclusive: 'g',
    others: [
      userTask('a', {
        extensions:
          '<ttc:action name="Pass on" key="on" type="TRANSFER" to="${deputy}"/><ttc:action name="Done" key="done" type="HANDLE"/>',
      }),
      end('e2'),
    ],
    paths: 'start > a > g; g >[${n > 10}] end; g >[${n < 0}] e2',
  });

  test('before the engine moved changed nothing, and the plugin goes on', async () => {
    const { plugin, engine, said } = createHost(ROUTED);
    await engine.execute({ listener: plugin.listener, variables: { n: 1, deputy: '' } });
    said();
    expect(await plugin.press('order-1.1', { account: 'a', action: 'on' })).toMatchObject({ kind: 'failed' });
    expect(plugin.openTasks).toMatchObject([{ taskId: 'order-1.1', handlers: ['a'] }]);
    await plugin.setVariables({ deputy: 'dan' });
    expect(await plugin.press('order-1.1', { account: 'a', action: 'on' })).toMatchObject({ kind: 'applied' });
    expect(said()).toEqual(['order-1.1 next a=order-1.2']);
  });

  test('after it moved is not continued: nothing is stored of it, until both are recovered', async () => {
    const host = createHost(ROUTED);
    host.engine.on('error', () => undefined);
    await host.engine.execute({ listener: host.plugin.listener, variables: { n: 1 } });
    const [snapshot, state] = await store(host);
    expect(await host.plugin.press('order-1.1', { account: 'a', action: 'done' })).toMatchObject({ kind: 'failed' });
    const refusal = expect.objectContaining({ code: 'ERR_STEP_FAILED' });
    expect(() => host.plugin.snapshot()).toThrow(refusal);
    await expect(host.plugin.setVariables({ n: 11 })).rejects.toEqual(refusal);

    const next = createHost(ROUTED);
    next.plugin.recover(snapshot);
    next.engine.recover(state);
    await next.engine.resume({ listener: next.plugin.listener });
    await next.plugin.setVariables({ n: 11 });
    expect(await next.plugin.press('order-1.1', { account: 'a', action: 'done' })).toMatchObject({ kind: 'applied' });
    expect(next.said()).toEqual(['order-1.1 end']);
  });
});
