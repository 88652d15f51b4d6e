/** Buttons that hold or end a process, on an engine that its caller owns: nothing moves behind them. */
import { expect, test } from 'vitest';
import { BpmnError, type PluginOptions } from '../../src/plugin/index.ts';
import {
  boundary,
  end,
  error,
  message,
  parallel,
  processFile,
  root,
  serviceTask,
  start,
  userTask,
} from '../support/bpmn-xml.ts';
import { draw } from '../support/draw.ts';
import { createHost } from '../support/live-host.ts';

const BUTTONS = ['Hold:hold:HANG_UP', 'Go on:go-on:ACTIVE', 'Stop:stop:BREAK_UP', 'Done:done:HANDLE']
  .map((text) => text.split(':'))
  .map(([name, key, type]) => `<ttc:action name="${name}" key="${key}" type="${type}"/>`)
  .join('');

async function run(source: string, options: Partial<PluginOptions> = {}) {
  const errors: unknown[] = [];
  const host = createHost(source, { onError: (thrown) => errors.push(thrown), ...options });
  await host.execute();
  return { host, plugin: host.plugin, errors };
}

const REMINDED = draw(
  {
    people: { b: 'ann' },
    others: [userTask('a', { assignee: 'ann', extensions: BUTTONS }), boundary('told', 'a', message('m')), end('e2')],
    paths: 'start > a > end; told > b > e2',
  },
  root('message', 'm', { name: 'go' }),
);

test('a suspended process hears no message until it is activated', async () => {
  const { host, plugin } = await run(REMINDED);
  expect(await plugin.press('order-1.1', { account: 'ann', action: 'hold' })).toMatchObject({ kind: 'applied' });
  expect(() => plugin.deliver({ kind: 'message', name: 'go' })).toThrow(
    expect.objectContaining({ code: 'ERR_SUSPENDED' }),
  );
  expect(host.open).toBe('a');
  await plugin.press('order-1.1', { account: 'ann', action: 'go-on' });
  expect(plugin.deliver({ kind: 'message', name: 'go' })).toBe(true);
  expect(host.open).toBe('b');
});

test('a service that fails while the process is suspended moves nothing; it is called again', async () => {
  let fail: (error: unknown) => void = () => {};
  let calls = 0;
  const check = () => {
    calls += 1;
    return new Promise<never>((_, reject) => {
      fail = reject;
    });
  };
  const xml = processFile(
    [
      start(),
      parallel('f'),
      userTask('a', { assignee: 'ann', extensions: BUTTONS }),
      serviceTask('check'),
      boundary('failed', 'check', error('x')),
      userTask('repair', { assignee: 'ann' }),
      end(),
      end('e2'),
      end('e3'),
    ],
    'start > f; f > a > end; f > check > e2; failed > repair > e3',
    { roots: root('error', 'x', { errorCode: 'X' }) },
  );
  const { host, plugin, errors } = await run(xml, { services: { check } });
  await plugin.press('order-1.1', { account: 'ann', action: 'hold' });
  fail(new BpmnError('X'));
  await plugin.idle();
  expect(host.open).toBe('a');
  await plugin.press('order-1.1', { account: 'ann', action: 'go-on' });
  expect(calls).toBe(2);
  fail(new BpmnError('X'));
  await plugin.idle();
  expect(host.open).toBe('a repair');
  expect(errors).toEqual([]);
});

test.each([
  [true, []],
  [false, ['order-1.1 end']],
] as const)('one that is ended stays so; the center concludes it itself: %s', async (concludesItself, expected) => {
  const { host, plugin, errors } = await run(REMINDED, { concludesItself });
  host.said();
  await plugin.press('order-1.1', { account: 'ann', action: 'stop' });
  await new Promise(setImmediate);
  expect(plugin.deliver({ kind: 'message', name: 'go' })).toBe(false);
  await new Promise(setImmediate);
  expect([host.open, host.engine.state, host.said(), errors]).toEqual(['', 'idle', expected, []]);
});

test('one that came to its end says so once, whatever is sent to it later', async () => {
  const { host, plugin } = await run(REMINDED);
  host.said();
  await plugin.press('order-1.1', { account: 'ann', action: 'done' });
  expect(plugin.deliver({ kind: 'message', name: 'go' })).toBe(false);
  expect(host.said()).toEqual(['order-1.1 end']);
});

test('a vote of which nobody is a part is neither approved nor rejected', async () => {
  const signers = { collection: '${people}', elementVariable: 'who' };
  const VOTED = draw({
    people: { ask: 'ann', pay: 'ann' },
    exclusive: 'g',
    others: [userTask('sign', { assignee: '${who}', multiInstance: signers })],
    paths: 'start > ask > sign > g; g >"Yes"{ttc:vote=approve} pay > end; g >"No"{ttc:vote=reject} end',
  });
  const { host, plugin } = await run(VOTED);
  const given = { account: 'ann', variables: { people: [] } };
  expect(await plugin.press('order-1.1', given)).toMatchObject({
    kind: 'failed',
    message: expect.stringContaining('Nobody votes at sign: ${people} is empty'),
  });
  expect(host.open).not.toContain('pay');
  expect(host.told()).toEqual(['start next ask']);
});
