/** Buttons that hold or end a process, on an engine that its caller owns: nothing moves behind them. */
import { Engine } from 'bpmn-engine';
import { expect, test } from 'vitest';
import { BpmnError, createPlugin, type PluginOptions } from '../../src/plugin/index.ts';
import {
  boundary,
  end,
  error,
  exclusive,
  message,
  parallel,
  processFile,
  root,
  serviceTask,
  start,
  userTask,
} from '../support/bpmn-xml.ts';

const BUTTONS = ['Hold:hold:HANG_UP', 'Go on:go-on:ACTIVE', 'Stop:stop:BREAK_UP', 'Done:done:HANDLE']
  .map((text) => text.split(':'))
  .map(([name, key, type]) => `<ttc:action name="${name}" key="${key}" type="${type}"/>`)
  .join('');

async function run(source: string, options: Partial<PluginOptions> = {}) {
  const said: string[] = [];
  const errors: unknown[] = [];
  const plugin = createPlugin({
    appId: 'app',
    instanceId: 'order-1',
    initiator: 'ann',
    actionUrl: (taskId, { key }) => `https://service.test/${taskId}/${key}`,
    onReports: (items) => {
      for (const { previousTaskId, status, next = [] } of items)
        said.push([previousTaskId, status, ...next.map(({ nodeId }) => nodeId)].join(' '));
    },
    onError: (thrown) => errors.push(thrown),
    ...options,
  });
  type EngineOptions = ConstructorParameters<typeof Engine>[0];
  const engine = new Engine({ name: 'host', source, ...plugin.engineOptions } as EngineOptions);
  await engine.execute({ listener: plugin.listener });
  const open = () => plugin.openTasks.map(({ nodeId }) => nodeId).join(' ');
  return { plugin, engine, said, errors, open };
}

const REMINDED = processFile(
  [
    start(),
    userTask('a', { assignee: 'ann', extensions: BUTTONS }),
    boundary('told', 'a', message('m')),
    userTask('b', { assignee: 'ann' }),
    end(),
    end('e2'),
  ],
  'start > a > end; told > b > e2',
  { roots: root('message', 'm', { name: 'go' }) },
);

test('a suspended process hears no message until it is activated', async () => {
  const { plugin, open } = await run(REMINDED);
  expect(await plugin.press('order-1.1', { account: 'ann', action: 'hold' })).toMatchObject({ kind: 'applied' });
  expect(() => plugin.deliver({ kind: 'message', name: 'go' })).toThrow(
    expect.objectContaining({ code: 'ERR_SUSPENDED' }),
  );
  expect(open()).toBe('a');
  await plugin.press('order-1.1', { account: 'ann', action: 'go-on' });
  expect(plugin.deliver({ kind: 'message', name: 'go' })).toBe(true);
  expect(open()).toBe('b');
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
  const { plugin, open, errors } = await run(xml, { services: { check } });
  await plugin.press('order-1.1', { account: 'ann', action: 'hold' });
  fail(new BpmnError('X'));
  await plugin.idle();
  expect(open()).toBe('a');
  await plugin.press('order-1.1', { account: 'ann', action: 'go-on' });
  expect(calls).toBe(2);
  fail(new BpmnError('X'));
  await plugin.idle();
  expect(open()).toBe('a repair');
  expect(errors).toEqual([]);
});

test.each([
  [true, []],
  [false, ['order-1.1 end']],
] as const)('one that is ended stays so; the center concludes it itself: %s', async (concludesItself, expected) => {
  const { plugin, engine, said, open, errors } = await run(REMINDED, { concludesItself });
  said.length = 0;
  await plugin.press('order-1.1', { account: 'ann', action: 'stop' });
  await new Promise(setImmediate);
  expect(plugin.deliver({ kind: 'message', name: 'go' })).toBe(false);
  await new Promise(setImmediate);
  expect([open(), engine.state, said, errors]).toEqual(['', 'stopped', expected, []]);
});

test('one that came to its end says so once, whatever is sent to it later', async () => {
  const { plugin, said } = await run(REMINDED);
  said.length = 0;
  await plugin.press('order-1.1', { account: 'ann', action: 'done' });
  expect(plugin.deliver({ kind: 'message', name: 'go' })).toBe(false);
  expect(said).toEqual(['order-1.1 end']);
});

test('a vote of which nobody is a part is neither approved nor rejected', async () => {
  const signers = { collection: '${people}', elementVariable: 'who' };
  const VOTED = processFile(
    [
      ...[
        start(),
        userTask('ask', { assignee: 'ann' }),
        userTask('sign', { assignee: '${who}', multiInstance: signers }),
      ],
      ...[exclusive('g'), userTask('pay', { assignee: 'ann' }), end()],
    ],
    'start > ask > sign > g; g >"Yes"{ttc:vote=approve} pay > end; g >"No"{ttc:vote=reject} end',
  );
  const { plugin, said, open } = await run(VOTED);
  const given = { account: 'ann', variables: { people: [] } };
  expect(await plugin.press('order-1.1', given)).toMatchObject({
    kind: 'failed',
    message: expect.stringContaining('Nobody votes at sign: ${people} is empty'),
  });
  expect(open()).not.toContain('pay');
  expect(said).toEqual(['order-1.start next ask']);
});
