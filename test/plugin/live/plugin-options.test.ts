/** Options that a plugin has like a bridge, and what its host hears of operations. */
import { expect, test, vi } from 'vitest';
import type { MessageSendRequest } from '../../../src/plugin/index.ts';
import { boundary, end, processFile, serviceTask, start, timer, userTask } from '../../support/bpmn-xml.ts';
import { createHost } from '../../support/live-host.ts';

const ONE = processFile([start(), userTask('a'), end()], 'start > a > end');

test('tasks have the addresses, labels and settings of defaults', async () => {
  const reports: unknown[] = [];
  const { plugin, engine } = createHost(ONE, {
    defaults: {
      handleUrl: 'https://service.test/{taskId}',
      mViewUrl: 'https://phone.test/{businessKey}',
      handleLabel: 'OK',
      canDelegate: 1,
      bothMobileSpellings: true,
    },
    businessKey: 'b-7',
    translateLabel: (label) => `${label}!`,
    onReports: (items) => reports.push(...items),
  });
  await engine.execute({ listener: plugin.listener });
  expect(reports).toMatchObject([
    {
      next: [
        {
          ...{ handleUrl: 'https://service.test/order-1.1', mViewUrl: 'https://phone.test/b-7' },
          ...{ mviewUrl: 'https://phone.test/b-7', canDelegate: 1 },
          actions: [{ name: 'OK!', url: 'https://service.test/order-1.1/handle' }],
        },
      ],
    },
  ]);
});

test('a task is transferred, circulated and reassigned; the host hears of each, and people get the message', async () => {
  const messages: MessageSendRequest[] = [];
  const onAction = vi.fn();
  const { plugin, engine, said } = createHost(ONE, {
    circulation: { messageTypeCode: 'NOTE', title: '${from}: ${opinions}' },
    onMessages: (sent) => messages.push(...sent),
    onAction,
  });
  await engine.execute({ listener: plugin.listener });
  said();
  expect(await plugin.circulate('order-1.1', { from: 'a', to: ['bea'], opinions: 'look' })).toMatchObject({
    kind: 'applied',
  });
  expect(messages).toMatchObject([{ toPersons: 'bea', messageTypeCode: 'NOTE', data: { title: 'a: look' } }]);
  expect(await plugin.transfer('order-1.1', { from: 'b', to: 'c' })).toMatchObject({ kind: 'forbidden' });
  expect(await plugin.transfer('order-1.1', { from: 'a', to: 'a' })).toMatchObject({ kind: 'invalid' });
  expect(await plugin.transfer('order-1.1', { from: 'a', to: 'bea' })).toMatchObject({ kind: 'applied' });
  expect(await plugin.transfer('order-1.1', { from: 'a', to: 'bea' })).toMatchObject({ kind: 'stale' });
  expect(await plugin.reassign('order-1.2', { handlers: ['cid'], reason: 'ill' })).toMatchObject({ kind: 'applied' });
  expect(said()).toEqual(['order-1.1 next a=order-1.2', 'order-1.2 next a=order-1.3']);
  expect(plugin.tasks).toMatchObject([
    { state: 'TURN', handler: 'a', turnHandler: 'bea' },
    { state: 'TURN', turnHandler: 'cid', handlerName: 'System', opinions: 'ill' },
    { state: 'IN_PROGRESS', handlers: ['cid'] },
  ]);
  expect(onAction.mock.calls.map(([{ type, account }]) => `${type} ${account}`)).toEqual([
    ...['CIRCULARIZE a', 'TRANSFER a', 'TRANSFER null'],
  ]);
  await expect(plugin.transfer('order-1.3', { from: 'cid', to: 'a,b' })).rejects.toMatchObject({
    code: 'ERR_INPUT_INVALID',
  });
});

test('while it is suspended nothing is pressed or called, and timers keep the time they had left', async () => {
  let now = Date.UTC(2026, 0, 1);
  const hour = 3_600_000;
  const begun = now;
  const check = vi.fn(() => ({}));
  const { plugin, engine, said } = createHost(
    processFile(
      [start(), userTask('a'), boundary('late', 'a', timer('PT5H')), serviceTask('check'), end(), end('e2')],
      'start > a > end; late > check > e2',
    ),
    { clock: () => now, services: { check } },
  );
  await engine.execute({ listener: plugin.listener });
  said();
  now += hour;
  expect(await plugin.suspend({ account: 'stranger' })).toMatchObject({ kind: 'forbidden' });
  expect(await plugin.suspend({ account: 'a', reason: 'wait' })).toMatchObject({ kind: 'applied' });
  expect(plugin.instance).toMatchObject({ status: 'suspended', wakeAt: null });
  expect(plugin.tasks).toMatchObject([{ state: 'SUSPENDED', suspendedAt: begun + hour, handler: 'a' }]);
  expect(await plugin.answerStatus(['order-1.1'])).toMatchObject([
    { taskStatus: 'SUSPENDED', taskData: { handler: 'a', handleOpinions: 'wait' } },
  ]);
  expect(await plugin.press('order-1.1', { account: 'a' })).toMatchObject({ kind: 'suspended' });
  now += 100 * hour;
  expect(await plugin.activate()).toMatchObject({ kind: 'applied' });
  expect(plugin.instance).toMatchObject({ status: 'running', wakeAt: begun + 105 * hour });
  now += 3 * hour;
  plugin.wake();
  expect(plugin.openTasks).toHaveLength(1);
  now += hour;
  plugin.wake();
  await plugin.idle();
  expect(plugin.openTasks).toEqual([]);
  expect(check).toHaveBeenCalledOnce();
  expect(said()).toEqual(['order-1.1 end']);
});

test('a group task that is ended unhandled is reported for its members, and without any the answer names it', async () => {
  const xml = processFile([start(), userTask('a', { groups: 'bosses' }), end()], 'start > a > end');
  const handlers: string[] = [];
  const { plugin, engine } = createHost(xml, {
    identity: { isMember: () => true, membersOf: async () => ['bea', 'bob'] },
    onReports: (items) => handlers.push(...items.map(({ handler, status }) => `${status} ${handler}`)),
  });
  await engine.execute({ listener: plugin.listener });
  await plugin.terminate();
  expect(handlers).toEqual(['next ann', 'end bea']);

  const nobody = createHost(xml);
  await nobody.engine.execute({ listener: nobody.plugin.listener });
  expect(await nobody.plugin.revoke({ account: 'ann' })).toMatchObject({ kind: 'applied', unreported: ['order-1.1'] });
  expect(await nobody.plugin.answerStatus(['order-1.1'])).toMatchObject([
    { taskStatus: 'RECALL', taskData: { handler: 'ann' } },
  ]);
});

test('what is wrong with the options is told all at once', () => {
  const wrong = { onMessage: () => undefined, defaults: { handlers: 'a', handlingGroup: 'g' }, timeZone: 'Moon' };
  expect(() => createHost(ONE, wrong)).toThrow(
    expect.objectContaining({
      code: 'ERR_CONFIG_INVALID',
      details: {
        problems: ['defaults.handlingGroup', 'timeZone', 'onMessage'].map((path) => expect.objectContaining({ path })),
      },
    }),
  );
});
