/** Many instances in a table of the caller: operations, timers, services, events and status requests. */
import { describe, expect, test } from 'vitest';
import { BpmnError, type StoredJob } from '../../../src/plugin/index.ts';
import { boundary, catchEvent, end, start, throwEvent, timer, userTask } from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { diagram, message, signal } from '../../support/named-events.ts';
import { NOON, openHost, START } from './open-host.ts';

test('operations of people and of the host are those of a plugin', async () => {
  const { host, store, said } = openHost();
  await host.start(START);
  expect(await host.transfer('i.1', { from: 'ann', to: 'cid' })).toMatchObject({ kind: 'applied' });
  expect(await host.circulate('i.2', { from: 'cid', to: ['dot'] })).toMatchObject({ kind: 'applied' });
  expect(await host.reassign('i.2', { handlers: ['eve'] })).toMatchObject({ kind: 'applied' });
  expect(await host.suspend('i', { account: 'ann' })).toMatchObject({ kind: 'applied' });
  expect(await host.press('i.3', { account: 'eve' })).toMatchObject({ kind: 'suspended' });
  expect(await host.setVariables('i', { days: 3 })).toMatchObject({ kind: 'applied' });
  expect(await host.activate('i')).toMatchObject({ kind: 'applied' });
  expect(await host.revoke('i', { account: 'bob' })).toMatchObject({ kind: 'forbidden' });
  expect(await host.revoke('i', { account: 'ann' })).toMatchObject({ kind: 'applied' });
  expect(said()).toEqual(['i.start next i.1', 'i.1 next i.2', 'i.2 next i.3', 'i.3 end']);
  expect(store.changes.flatMap(({ actions }) => actions.map(({ type }) => type))).toEqual([
    ...['TRANSFER', 'CIRCULARIZE', 'TRANSFER', 'HANG_UP', 'ACTIVE', 'REVOKE'],
  ]);
  expect((await host.read('i'))?.variables).toMatchObject({ days: 3 });
  await expect(host.suspend('nowhere')).rejects.toMatchObject({ code: 'ERR_INSTANCE_UNKNOWN' });
});

describe('a timer', () => {
  const source = draw({
    id: 'P',
    people: { a: 'ann', b: 'bob' },
    others: [boundary('late', 'a', timer('PT1H'))],
    paths: 'start > a > end; late > b > end',
  });

  test('is saved as the time to wake the instance, and fires once', async () => {
    const { host, store, time, said } = openHost();
    await host.start({ ...START, source });
    const wakeAt = NOON + 3_600_000;
    expect(store.changes[0]?.wakeAt).toBe(wakeAt);
    await host.wake('i');
    expect(store.changes).toHaveLength(1);
    time.now = wakeAt;
    await Promise.all([host.wake('i'), host.wake('i')]);
    expect(said()).toEqual(['i.start next i.1', 'i.1 next i.2']);
    expect(store.changes).toHaveLength(2);
    expect(store.changes[1]?.wakeAt).toBeNull();
  });
});

describe('a service', () => {
  const source = draw({
    id: 'P',
    people: { a: 'ann', b: 'bob' },
    services: 'pay',
    others: [boundary('refused', 'pay', '<errorEventDefinition />')],
    paths: 'start > a > pay > end; refused > b > end',
  });

  async function openPaying(pay: (idempotencyKey: string) => unknown) {
    const services = { pay: async ({ idempotencyKey }: { idempotencyKey: string }) => pay(idempotencyKey) };
    const opened = openHost({ plugin: { services } as never });
    await opened.host.start({ ...START, source });
    await opened.host.press('i.1', { account: 'ann' });
    const [job] = opened.store.changes.at(-1)?.jobs ?? [];
    return { ...opened, job: job as StoredJob };
  }

  test('is called after the step is saved, with the id of the job, and its result is one change', async () => {
    const keys: string[] = [];
    const { host, store, job, said } = await openPaying((key) => {
      keys.push(key);
      return { paid: 5 };
    });
    expect(keys).toEqual([]);
    expect(job).toMatchObject({ instanceId: 'i', nodeId: 'pay', kind: 'service', service: 'pay' });
    expect(await host.runJob(JSON.parse(JSON.stringify(job)))).toBe(true);
    expect(keys).toEqual([job.jobId]);
    expect(store.changes.at(-1)).toMatchObject({ revision: 3, ended: true, jobsGone: [job.jobId] });
    expect((await host.read('i'))?.variables).toMatchObject({ paid: 5 });
    expect(said()).toEqual(['i.start next i.1', 'i.1 end']);
    expect(await host.runJob(job)).toBe(false);
    expect(store.changes).toHaveLength(3);
  });

  test('that fails leaves its job, and a BPMN error takes the way of the error', async () => {
    const thrown: Error[] = [new BpmnError('NO_MONEY'), new TypeError('the bank is closed')];
    const { host, store, job, said } = await openPaying(() => {
      throw thrown.pop() ?? new RangeError('it is not called a third time');
    });
    await expect(host.runJob(job)).rejects.toThrow('the bank is closed');
    expect(store.changes).toHaveLength(2);
    expect(await host.runJob(job)).toBe(true);
    expect(said()).toEqual(['i.start next i.1', 'i.1 next i.2']);
  });

  test('that somebody else runs is finished with its result; two results at once are one', async () => {
    const { host, store, job } = await openPaying(() => {
      throw new RangeError('it is not called');
    });
    const done = await Promise.all([
      host.finishJob(job, { result: { paid: 1 } }),
      host.finishJob(job, { result: { paid: 1 } }),
    ]);
    expect(done.toSorted()).toEqual([false, true]);
    expect(store.changes).toHaveLength(3);
  });

  test('of a suspended instance is refused until it is activated', async () => {
    const { host, job } = await openPaying(() => ({}));
    await host.suspend('i');
    await expect(host.finishJob(job, { result: {} })).rejects.toMatchObject({ code: 'ERR_SUSPENDED' });
    await host.activate('i');
    expect(await host.finishJob(job, { result: {} })).toBe(true);
  });

  test.each([
    ['a bigint', 5n],
    ['no number', { paid: Number.NaN }],
    ['a map', { lines: new Map([[1, 2]]) }],
    ['a function', { pay: () => 1 }],
    ['an answer of fetch', new Response('{}')],
  ])('that returns %s, which JSON cannot represent, has failed, and leaves its job', async (_, result) => {
    const { host, store, job } = await openPaying(() => result);
    await expect(host.runJob(job)).rejects.toMatchObject({ code: 'ERR_SERVICE_FAILED' });
    expect(store.changes).toHaveLength(2);
  });

  test('that was not given is named', async () => {
    const { host } = openHost();
    await host.start({ ...START, source });
    await host.press('i.1', { account: 'ann' });
    const job = { jobId: 'i.pay', instanceId: 'i', nodeId: 'pay', kind: 'service', service: 'pay' } as const;
    await expect(host.runJob({ ...job, variables: {}, input: {} })).rejects.toMatchObject({
      code: 'ERR_SERVICE_FAILED',
      message: expect.stringContaining('pay'),
    });
  });
});

test('events between instances are saved: for what each waits, and what it threw', async () => {
  const { host, store } = openHost();
  const waiting = diagram(
    [start(), catchEvent('wait', message('paid')), userTask('a', { assignee: 'ann' }), end()],
    'start > wait > a > end',
  );
  const throwing = diagram(
    [start(), throwEvent('tell', message('paid')), throwEvent('warn', signal('stop')), end()],
    'start > tell > warn > end',
  );
  await host.start({ ...START, source: waiting });
  await host.start({ ...START, source: throwing, instanceId: 'j', businessKey: 'order 7' });
  expect(store.changes[0]?.waitsFor).toEqual([{ kind: 'message', name: 'paid', correlationKey: null }]);
  expect(store.changes[1]?.thrown).toEqual([
    {
      ...{ kind: 'message', nodeId: 'tell', name: 'paid', correlationKey: 'order 7' },
      ...{ eventId: 'j.1.thrown.0', instanceId: 'j' },
    },
    {
      ...{ kind: 'signal', nodeId: 'warn', name: 'stop', correlationKey: null },
      ...{ eventId: 'j.1.thrown.1', instanceId: 'j' },
    },
  ]);
  expect(await host.deliver('i', { kind: 'message', name: 'other' })).toBe(false);
  expect(store.changes).toHaveLength(2);
  expect(await host.deliver('i', { kind: 'message', name: 'paid', payload: { sum: 5 } })).toBe(true);
  expect(store.changes.at(-1)).toMatchObject({ revision: 2, waitsFor: [] });
  expect(await host.deliver('j', { kind: 'signal', name: 'stop' })).toBe(false);
  await expect(host.deliver('nowhere', { kind: 'signal', name: 'stop' })).rejects.toMatchObject({
    code: 'ERR_INSTANCE_UNKNOWN',
  });
});

test('status requests are answered for tasks of several instances, ended and unknown ones, in their order', async () => {
  const { host } = openHost();
  await host.start(START);
  await host.start({ ...START, instanceId: 'j' });
  await host.press('i.1', { account: 'ann' });
  await host.terminate('j');
  const answers = await host.answerStatus(['j.1', 'i.2', 'nowhere.1', 'i.1', 'i.2', 'i.7']);
  expect(answers.map(({ taskId, taskStatus }) => `${taskId} ${taskStatus}`)).toEqual([
    ...[
      'j.1 TERMINATED',
      'i.2 IN_PROGRESS',
      'nowhere.1 IN_PROGRESS',
      'i.1 FINISH',
      'i.2 IN_PROGRESS',
      'i.7 IN_PROGRESS',
    ],
  ]);
});

test('options that the plugin does not know are refused when the host is made', () => {
  expect(() => openHost({ plugin: { timezone: 'UTC' } as never })).toThrow(
    expect.objectContaining({ code: 'ERR_CONFIG_INVALID' }),
  );
});

test.each([
  ['snapshot', () => '{}'],
  ['state', () => ''],
  ['state', (text: string) => text.slice(0, -20)],
  ['state', () => 'null'],
  ['state', () => '{}'],
  ['state', () => '{"definitions":[]}'],
  ['state', (text: string) => text.replace('"tokens":{', '"tokens":7,"others":{')],
] as const)('a %s that is stored and cannot be read is said, and nothing is saved (%#)', async (part, damage) => {
  const { host, store } = openHost();
  await host.start(START);
  const [change] = store.changes;
  if (change) store.changes[0] = { ...change, [part]: damage(String(change[part])) };
  await expect(host.press('i.1', { account: 'ann' })).rejects.toMatchObject({ code: 'ERR_SNAPSHOT_INVALID' });
  expect(store.changes).toHaveLength(1);
});
