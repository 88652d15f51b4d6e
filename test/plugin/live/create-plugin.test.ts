import { describe, expect, test, vi } from 'vitest';
import {
  bareTask,
  boundary,
  catchEvent,
  end,
  exclusive,
  fileWith,
  message,
  parallel,
  processFile,
  receiveTask,
  root,
  start,
  timer,
  userTask,
} from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { createHost, recoverFrom } from '../../support/live-host.ts';
import { APPROVAL } from './approval.ts';

describe('an engine that its caller owns', () => {
  test('gives a task that names nobody to whom assign names, else to the default', async () => {
    const source = processFile([start(), bareTask('a'), bareTask('b'), end()], 'start > a > b > end');
    const { plugin, engine } = createHost(source, {
      assign: ({ nodeId, variables }) => (nodeId === 'a' ? { handlers: `${variables.clerk}` } : undefined),
      defaults: { handlers: '${initiator}' },
    });
    await engine.execute({ listener: plugin.listener, variables: { clerk: 'carl' } });
    expect(plugin.openTasks).toMatchObject([{ nodeId: 'a', handlers: ['carl'] }]);
    await plugin.press('order-1.1', { account: 'carl' });
    expect(plugin.openTasks).toMatchObject([{ nodeId: 'b', handlers: ['ann'] }]);
  });

  test.each([
    [undefined, ['order-1.1 none', 'order-1.3 none', 'order-1.2 end']],
    [false, ['order-1.2 end']],
  ])('tells of tasks that are gone, unless reportGone is %s', async (reportGone, told) => {
    const sign = userTask('sign', { attributes: { 'ttc:completion': 'any' }, multiInstance: { cardinality: 3 } });
    const host = createHost(processFile([start(), sign, end()], 'start > sign > end'), {
      ...(reportGone !== undefined && { reportGone }),
    });
    await host.engine.execute({ listener: host.plugin.listener });
    host.said();
    expect(await host.plugin.press('order-1.2', { account: 'sign' })).toMatchObject({ kind: 'applied' });
    expect(host.said()).toEqual(told);
  });

  test('runs with the plugin: reports come out, presses go in, services are called', async () => {
    const check = vi.fn(async () => ({ score: 7 }));
    const { plugin, engine, said } = createHost(APPROVAL, { services: { check } });
    await engine.execute({ listener: plugin.listener, variables: { amount: 5 } });
    expect(said()).toEqual(['order-1.start next apply=order-1.1']);

    expect(await plugin.press('order-1.1', { account: 'ann', opinions: 'please' })).toMatchObject({ kind: 'applied' });
    await plugin.idle();
    expect(said()).toEqual(['order-1.1 next approve=order-1.2']);
    expect(check).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        instanceId: 'order-1',
        nodeId: 'check',
        variables: expect.objectContaining({ amount: 5 }),
      }),
    );

    await plugin.press('order-1.2', { account: 'approve', nextNodeKey: 'apply' });
    expect(said()).toEqual(['order-1.2 next apply=order-1.3']);
    await plugin.press('order-1.3', { account: 'ann' });
    await plugin.idle();
    expect(said()).toEqual(['order-1.3 next approve=order-1.4']);
    await plugin.press('order-1.4', { account: 'approve', nextNodeKey: 'end' });
    expect(said()).toEqual(['order-1.4 end']);
    expect(engine.state).toBe('idle');
  });

  test('is recovered with the plugin and goes on with the same task ids; a service under way is called again', async () => {
    const services = { check: vi.fn(() => new Promise(() => {})) };
    const first = createHost(APPROVAL, { services });
    await first.engine.execute({ listener: first.plugin.listener });
    await first.plugin.press('order-1.1', { account: 'ann' });
    expect(services.check).toHaveBeenCalledOnce();
    const stored = JSON.parse(JSON.stringify([first.plugin.snapshot(), await first.engine.getState()]));

    const again = vi.fn(() => ({ score: 1 }));
    const second = createHost(APPROVAL, { services: { check: again } });
    second.plugin.recover(stored[0]);
    second.engine.recover(stored[1]);
    await second.engine.resume({ listener: second.plugin.listener });
    await second.plugin.idle();
    const [before, after] = [services.check.mock.calls[0] as unknown[], again.mock.calls[0] as unknown[]];
    expect(after[0]).toMatchObject({ idempotencyKey: (before[0] as { idempotencyKey: string }).idempotencyKey });
    expect(second.said()).toEqual(['order-1.1 next approve=order-1.2']);
    await second.plugin.press('order-1.2', { account: 'approve', nextNodeKey: 'end' });
    expect(second.said()).toEqual(['order-1.2 end']);
  });

  test('refuses what is not to be pressed, each with its verdict, and nothing moves', async () => {
    const { plugin, engine, said } = createHost(APPROVAL, { services: { check: () => null } });
    await engine.execute({ listener: plugin.listener });
    said();
    const press = async (taskId: string, options: Parameters<typeof plugin.press>[1]) =>
      (await plugin.press(taskId, options)).kind;
    expect(await press('order-1.9', { account: 'ann' })).toBe('unknown');
    expect(await press('order-2.1', { account: 'ann' })).toBe('unknown');
    expect(await press('order-1.1', { account: 'bob' })).toBe('forbidden');
    expect(await press('order-1.1', { account: 'ann', nextNodeKey: 'elsewhere' })).toBe('invalid');
    expect(said()).toEqual([]);
    expect(await press('order-1.1', { account: 'ann' })).toBe('applied');
    await plugin.idle();
    expect(await press('order-1.1', { account: 'ann' })).toBe('stale');
    await expect(press('order-1.2', { account: 'approve' })).rejects.toMatchObject({ code: 'ERR_BUTTON_UNKNOWN' });
  });

  test('tasks of a group can be pressed by whom the host names, and by nobody without its word', async () => {
    const xml = processFile([start(), userTask('a', { groups: 'bosses' }), end()], 'start > a > end');
    const without = createHost(xml);
    await without.engine.execute({ listener: without.plugin.listener });
    expect(await without.plugin.press('order-1.1', { account: 'bea' })).toMatchObject({ kind: 'forbidden' });
    const isMember = (group: string, account: string) => group === 'bosses' && account === 'bea';
    const { plugin, engine } = createHost(xml, { identity: { isMember } });
    await engine.execute({ listener: plugin.listener });
    expect(await plugin.press('order-1.1', { account: 'bob' })).toMatchObject({ kind: 'forbidden' });
    expect(await plugin.press('order-1.1', { account: 'bea' })).toMatchObject({ kind: 'applied' });
  });

  test('a failed press says why; engine and plugin recovered from before take it again', async () => {
    const xml = processFile(
      [start(), userTask('a'), exclusive('g'), userTask('b'), userTask('c'), end()],
      'start > a > g; g >[${n > 10}] b > end; g >[${m > 10}] c > end',
    );
    const first = createHost(xml);
    first.engine.on('error', () => {});
    await first.engine.execute({ listener: first.plugin.listener, variables: { n: 1, m: 1 } });
    const stored = JSON.parse(JSON.stringify([first.plugin.snapshot(), await first.engine.getState()]));
    expect(await first.plugin.press('order-1.1', { account: 'a' })).toMatchObject({ kind: 'failed' });

    const second = createHost(xml);
    second.plugin.recover(stored[0]);
    second.engine.recover(stored[1]);
    await second.engine.resume({ listener: second.plugin.listener });
    expect(await second.plugin.press('order-1.1', { account: 'a', variables: { m: 11 } })).toMatchObject({
      kind: 'applied',
    });
    expect(second.said()).toEqual(['order-1.1 next c=order-1.2']);
  });

  test('what the engine throws where nobody hears its errors has a code too', async () => {
    const xml = processFile(
      [start(), userTask('a'), exclusive('g'), end('e1'), end('e2')],
      'start > a > g; g >[${n > 10}] e1; g >[${n > 20}] e2',
    );
    const { plugin, engine } = createHost(xml);
    await engine.execute({ listener: plugin.listener, variables: { n: 1 } });
    const verdict = await plugin.press('order-1.1', { account: 'a' });
    expect(verdict).toMatchObject({ kind: 'failed', message: expect.stringContaining('ERR_STEP_FAILED') });
  });

  test('timers fire while the engine lives, and messages reach what waits for them', async () => {
    const xml = draw(
      {
        tasks: 'a b c',
        others: [boundary('late', 'a', timer('PT0.2S')), catchEvent('told', message('m')), end('done')],
        paths: 'start > a > end; late > b > told > c > done',
      },
      root('message', 'm', { name: 'go' }),
    );
    const { plugin, engine, said } = createHost(xml);
    await engine.execute({ listener: plugin.listener });
    expect(said()).toEqual(['order-1.start next a=order-1.1']);
    await expect.poll(() => plugin.openTasks.map(({ nodeId }) => nodeId)).toEqual(['b']);
    expect(said()).toEqual(['order-1.1 next b=order-1.2']);
    expect(plugin.deliver({ kind: 'message', name: 'go' })).toBe(false);
    await plugin.press('order-1.2', { account: 'b' });
    expect(plugin.deliver({ kind: 'message', name: 'go' })).toBe(true);
    expect(said()).toEqual(['order-1.2 none', 'order-1.2 next c=order-1.3']);
  });

  test('a receive task without a message is told by its id', async () => {
    const xml = processFile([start(), receiveTask('wait'), userTask('a'), end()], 'start > wait > a > end');
    const { plugin, engine, said } = createHost(xml);
    await engine.execute({ listener: plugin.listener });
    expect(plugin.deliver({ kind: 'receive', nodeId: 'a' })).toBe(false);
    expect(plugin.deliver({ kind: 'receive', nodeId: 'wait', payload: { by: 'host' } })).toBe(true);
    expect(said()).toEqual(['order-1.start next a=order-1.1']);
  });

  test('a diagram that cannot run makes execute reject with every problem', async () => {
    const { plugin, engine } = createHost(fileWith(userTask('a')).replace('camunda:assignee', 'x'));
    await expect(engine.execute({ listener: plugin.listener })).rejects.toMatchObject({ code: 'ERR_MODEL_REFUSED' });
  });

  test('buttons of handled tasks work, as often as they may, also in another process', async () => {
    const back = '<ttc:previousAction name="Back" key="back" type="HANDLEDR" times="1"/>';
    const xml = processFile(
      [
        ...[start(), userTask('a', { extensions: back }), parallel('f'), userTask('b')],
        ...[catchEvent('asked', message('m')), userTask('c'), end(), end('e2')],
      ],
      'start > a > f; f > b > end; f > asked > c > e2',
      { roots: root('message', 'm', { name: 'back' }) },
    );
    const first = createHost(xml);
    await first.engine.execute({ listener: first.plugin.listener });
    expect(await first.plugin.press('order-1.1', { account: 'a' })).toMatchObject({ kind: 'applied' });
    expect(first.plugin.tasks.find(({ taskId }) => taskId === 'order-1.1')).toMatchObject({
      ...{ state: 'FINISH', handler: 'a', report: { status: 'next' } },
      actions: [{ type: 'HANDLE' }, { key: 'back', type: 'HANDLEDR', lists: ['handled'], times: 1 }],
    });
    const second = await recoverFrom(first, xml);
    const press = (account: string) => second.plugin.press('order-1.1', { account, action: 'back' });
    expect(await press('b')).toMatchObject({ kind: 'forbidden' });
    expect(await press('a')).toMatchObject({ kind: 'applied' });
    expect(second.said()).toEqual(['order-1.1 next c=order-1.3']);
    const third = await recoverFrom(second, xml);
    expect(await third.plugin.press('order-1.1', { account: 'a', action: 'back' })).toMatchObject({ kind: 'stale' });
  });
});
