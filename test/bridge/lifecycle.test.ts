import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type BridgeOptions, createBridge, type ServiceJob } from '../../src/index.ts';
import { bareTask, end, parallel, processFile, serviceTask, start, userTask } from '../support/bpmn-xml.ts';
import { draw } from '../support/draw.ts';
import { createDatabaseFile, type DatabaseFile } from './database-file.ts';
import { createWorld, type World } from './world.ts';

const ONE = processFile([start(), userTask('a', { assignee: 'anna' }), end()], 'start > a > end', { id: 'one' });
/** The next version of it. */
const TWO = draw({ id: 'one', people: { a: 'anna', b: 'bo' }, paths: 'start > a > b > end' });
const WITH_SERVICE = processFile([start(), serviceTask('work'), end()], 'start > work > end', { id: 'with-service' });
const anna = { initiator: 'anna' };

let file: DatabaseFile;
let world: World;

beforeEach(async () => {
  file = createDatabaseFile();
  world = await createWorld({ bridge: { store: file.store, services: { work: () => ({}) } } });
});
afterEach(async () => {
  await world[Symbol.asyncDispose]();
  file[Symbol.dispose]();
});

describe('start', () => {
  it('with a start key makes one instance: called again, raced, and after the bridge was opened again', async () => {
    await world.bridge.deploy(ONE);
    const options = { ...anna, startKey: 'leave of anna, March' };
    const raced = await Promise.all(Array.from({ length: 5 }, () => world.bridge.start('one', options)));
    const [first] = raced;
    expect(new Set(raced.map(({ instanceId }) => instanceId)).size).toBe(1);
    expect(await world.bridge.start('one', { initiator: 'bo', startKey: options.startKey })).toEqual(first);
    await world.bridge.idle();
    await world.press('anna', 'a');
    await world.reopen();
    expect(await world.bridge.start('one', options)).toEqual(first);
    expect(await world.bridge.instances.list()).toMatchObject([{ ...first, initiator: 'anna', status: 'ended' }]);
    expect(world.reports()).toEqual(['start next a', 'a end']);
  });

  it('refuses a start key that belongs to another process, and says which', async () => {
    await world.bridge.deploy(ONE);
    await world.bridge.deploy(WITH_SERVICE);
    const { instanceId } = await world.bridge.start('one', { ...anna, startKey: 'A-1' });
    await expect(world.bridge.start('with-service', { ...anna, startKey: 'A-1' })).rejects.toMatchObject({
      code: 'ERR_START_KEY_TAKEN',
      details: { startKey: 'A-1', processId: 'one', instanceId },
    });
    expect(await world.bridge.instances.list()).toHaveLength(1);
  });

  it('refuses a process that is not deployed, a start by nobody, and options that there are not', async () => {
    await expect(world.bridge.start('one', anna)).rejects.toMatchObject({ code: 'ERR_PROCESS_UNKNOWN' });
    await world.bridge.deploy(ONE);
    const wrong = [
      {},
      { ...anna, initator: 'anna' },
      { ...anna, startKey: '' },
      { ...anna, variables: { when: new Date(0) } },
      { ...anna, variables: { big: 1n } },
    ];
    for (const options of wrong) {
      await expect(world.bridge.start('one', options as never)).rejects.toMatchObject({ code: 'ERR_INPUT_INVALID' });
    }
    const press = world.bridge.press('task', { account: 'anna', actoin: 'handle' } as never);
    await expect(press).rejects.toMatchObject({ code: 'ERR_INPUT_INVALID' });
    expect(await world.bridge.instances.list()).toEqual([]);
  });

  it('sends the pages for phones under both names where that is asked for', async () => {
    const defaults = { mHandleUrl: 'https://m.test/{nodeId}', mViewUrl: 'https://m.test/view' };
    await world.reopen({ defaults: { ...defaults, bothMobileSpellings: true } });
    await world.bridge.deploy(ONE);
    await world.bridge.start('one', anna);
    const [row] = await world.bridge.outbox.list();
    expect(row?.report.item.next).toMatchObject([
      { mHandleUrl: 'https://m.test/a', mhandleUrl: 'https://m.test/a', mviewUrl: 'https://m.test/view' },
    ]);
  });

  it('that the process cannot follow stores nothing, also not its key', async () => {
    const xml = processFile([start(), userTask('a', { assignee: '${boss}' }), end()], 'start > a > end', {
      id: 'boss',
    });
    await world.bridge.deploy(xml);
    const before = file.dump();
    const options = { ...anna, startKey: 'k' };
    await expect(world.bridge.start('boss', options)).rejects.toMatchObject({ code: expect.stringMatching(/^ERR_/) });
    expect(file.dump()).toEqual(before);
    await world.bridge.start('boss', { ...options, variables: { boss: 'bo' } });
    await world.bridge.idle();
    expect(world.pending()).toEqual(['bo:a']);
  });
});

describe('deploy', () => {
  it.each<[string, string | URL, string]>([
    ['what is no XML', '<bpmn:definitions', 'ERR_MODEL_UNREADABLE'],
    ['another kind of XML', '<html/>', 'ERR_MODEL_UNREADABLE'],
    ['a file that there is not', '/nowhere/leave.bpmn', 'ERR_INPUT_INVALID'],
    ['an address in the network', new URL('http://127.0.0.1/leave.bpmn'), 'ERR_INPUT_INVALID'],
  ])('refuses %s', async (_what, source, code) => {
    await expect(world.bridge.deploy(source)).rejects.toMatchObject({ code });
    expect(file.dump().definitions).toEqual([]);
  });

  it('refuses a diagram with all that is wrong with it', async () => {
    const xml = processFile([start(), bareTask('x'), bareTask('y'), end()], 'start > x > y > end');
    await expect(world.bridge.deploy(xml)).rejects.toMatchObject({
      code: 'ERR_MODEL_REFUSED',
      details: {
        problems: expect.arrayContaining(
          ['x', 'y'].map((elementId) => expect.objectContaining({ severity: 'error', elementId })),
        ),
      },
    });
  });

  it('refuses a diagram whose services the bridge was not given, naming all of them', async () => {
    const xml = draw({
      services: 'work pay ship',
      others: [serviceTask('print', { service: 'toString' })],
      paths: 'start > work > pay > ship > print > end',
    });
    await expect(world.bridge.deploy(xml)).rejects.toMatchObject({
      code: 'ERR_MODEL_REFUSED',
      message: expect.stringMatching(/service pay[\s\S]*service ship[\s\S]*service toString/),
      details: { problems: ['pay', 'ship', 'print'].map((elementId) => expect.objectContaining({ elementId })) },
    });
  });

  it('names missing services together with all else that is wrong', async () => {
    const xml = processFile([start(), bareTask('x'), serviceTask('pay'), end()], 'start > x > pay > end');
    await expect(world.bridge.deploy(xml)).rejects.toMatchObject({
      details: {
        problems: [
          { rule: 'no-open-task' },
          { rule: 'user-task-without-handler', elementId: 'x' },
          { rule: 'service-missing', elementId: 'pay' },
        ],
      },
    });
  });

  it('of the same diagram twice is one definition', async () => {
    const first = await world.bridge.deploy(ONE);
    expect(await world.bridge.deploy(ONE)).toEqual(first);
    expect(first).toMatchObject({ processId: 'one', transTypeCodes: ['one'] });
    expect(file.dump().definitions).toHaveLength(1);
  });

  it('of a new version leaves running instances their own, also when the bridge is opened again', async () => {
    await world.bridge.deploy(ONE);
    const old = await world.bridge.start('one', anna);
    await world.bridge.deploy(TWO);
    await world.reopen();
    const young = await world.bridge.start('one', anna);
    for (const { instanceId } of [old, young]) {
      const [task] = await world.bridge.tasks.list({ instanceId });
      await world.bridge.press(task?.taskId ?? '', { account: 'anna' });
    }
    await world.bridge.idle();
    expect(await world.bridge.instances.get(old.instanceId)).toMatchObject({ status: 'ended' });
    expect(world.pending()).toEqual(['bo:b']);

    await world.bridge.deploy(ONE, { makeLatest: true });
    const { definitionId } = (await world.bridge.instances.get(old.instanceId)) ?? {};
    const third = await world.bridge.start('one', anna);
    expect(await world.bridge.instances.get(third.instanceId)).toMatchObject({ definitionId });
  });
});

describe('what can be asked', () => {
  it('instances, tasks, reports and history, by what they belong to', async () => {
    const { bridge } = world;
    await bridge.deploy(TWO);
    const a = await bridge.start('one', { ...anna, businessKey: 'A-1' });
    const b = await bridge.start('one', { ...anna, businessKey: 'B-1' });
    await bridge.idle();
    const [task] = await bridge.tasks.list({ instanceId: a.instanceId });
    await bridge.press(task?.taskId ?? '', { account: 'anna', opinions: 'fine' });
    await bridge.idle();

    expect(await bridge.instances.list({ businessKey: 'B-1' })).toMatchObject([b]);
    expect(await bridge.instances.list({ status: 'ended' })).toEqual([]);
    expect(await bridge.instances.list({ processId: 'one', limit: 1, after: a.instanceId })).toHaveLength(1);
    expect(await bridge.instances.get('nobody')).toBeUndefined();
    expect(Object.keys((await bridge.instances.get(a.instanceId)) ?? {})).not.toContain('snapshot');
    expect(await bridge.tasks.list({ handler: 'bo' })).toMatchObject([{ ...a, nodeId: 'b', state: 'IN_PROGRESS' }]);
    expect(await bridge.tasks.list({ state: 'FINISH' })).toMatchObject([{ taskId: task?.taskId, opinions: 'fine' }]);
    expect(await bridge.tasks.get('nobody')).toBeUndefined();
    expect(await bridge.outbox.list({ instanceId: a.instanceId, state: 'delivered' })).toHaveLength(2);
    expect(await bridge.outbox.list({ state: 'parked' })).toEqual([]);

    const all = (await bridge.history()).filter(({ instanceId }) => instanceId !== null);
    expect(all.map(({ type }) => type)).toEqual([
      ...['instance.started', 'step', 'task.created', 'report.composed'],
      ...['instance.started', 'step', 'task.created', 'report.composed'],
      ...['step', 'task.handled', 'task.created', 'report.composed'],
    ]);
    expect(await bridge.history({ after: all[7]?.seq ?? 0 })).toEqual(all.slice(8));
    expect(await bridge.history({ instanceId: b.instanceId })).toEqual(all.slice(4, 8));
    expect(await bridge.history({ instanceId: a.instanceId, limit: 2 })).toEqual(all.slice(0, 2));
  });
});

describe('events', () => {
  it('come after what they speak of is stored, to every listener, whatever the others do', async () => {
    const { bridge } = world;
    const heard: string[] = [];
    const stored: unknown[] = [];
    const leaver = () => void heard.push('leaver');
    bridge.on('task.created', () => {
      throw new Error('a listener broke');
    });
    // The type asks for none that is async; a host may give one all the same.
    const broken: () => unknown = () => Promise.reject(new Error('an async listener broke'));
    bridge.on('task.created', broken as () => void);
    bridge.on('task.created', ({ taskId, nodeId, handlers }) => {
      heard.push(`created ${nodeId} for ${handlers.join()}`);
      stored.push(file.dump().tasks?.find(({ task_id }) => task_id === taskId)?.node_id);
    });
    bridge.on('task.created', leaver);
    bridge.off('task.created', leaver);
    for (const name of ['instance.started', 'task.handled', 'instance.ended', 'report.delivered'] as const) {
      bridge.on(name, () => void heard.push(name));
    }
    await bridge.deploy(ONE);
    await bridge.start('one', anna);
    await bridge.idle();
    await world.press('anna', 'a');
    expect(heard).toEqual([
      ...['instance.started', 'created a for anna', 'report.delivered'],
      ...['task.handled', 'instance.ended', 'report.delivered'],
    ]);
    expect(stored).toEqual(['a']);
    expect(world.log.filter(({ level }) => level === 'error')).toHaveLength(2);
    expect(world.reports()).toEqual(['start next a', 'a end']);
  });

  it('that are unknown, and listeners that are no functions, are refused', () => {
    const { bridge } = world;
    const wrong = [
      ['task.create', () => undefined],
      ['constructor', () => undefined],
      [undefined, () => undefined],
      ['task.created', undefined],
      ['task.created', { handle: () => undefined }],
    ] as const;
    for (const [name, listener] of wrong) {
      const refused = expect.objectContaining({ code: 'ERR_INPUT_INVALID' });
      expect(() => bridge.on(name as never, listener as never)).toThrow(refused);
      expect(() => bridge.off(name as never, listener as never)).toThrow(refused);
    }
    expect(() => bridge.on('task.create' as never, (() => undefined) as never)).toThrow(
      /unknown event: pass one of .*task\.created/,
    );
  });
});

describe('a logger that breaks', () => {
  it('stops nothing: neither what it is told of nor the process', async () => {
    const unheard: unknown[] = [];
    const hear = (reason: unknown) => void unheard.push(reason);
    process.on('unhandledRejection', hear);
    const broken = () => {
      throw new Error('the log is full');
    };
    const rejecting: () => unknown = () => Promise.reject(new Error('the log is gone'));
    const logger = { debug: broken, info: broken, warn: rejecting as () => void, error: broken };
    const bridge = await world.reopen({ logger });
    bridge.on('task.created', () => {
      throw new Error('a listener broke');
    });
    await bridge.deploy(ONE);
    await bridge.start('one', anna);
    await bridge.idle();
    expect(await world.press('anna', 'a')).toBe(0);
    expect(world.reports()).toEqual(['start next a', 'a end']);
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', hear);
    expect(unheard).toEqual([]);
  });
});

describe('close', () => {
  it('may be called twice and at once; then every method says so, and the center may call again later', async () => {
    const { bridge } = world;
    await bridge.deploy(ONE);
    await bridge.start('one', anna);
    await bridge.idle();
    const task = world.sandbox.task(world.taskOf('anna', 'a'));
    await Promise.all([bridge.close(), bridge.close()]);
    await bridge.close();
    const calls: (() => Promise<unknown>)[] = [
      () => bridge.deploy(ONE),
      () => bridge.start('one', anna),
      () => bridge.press('t', { account: 'anna' }),
      () => bridge.instances.get('i'),
      () => bridge.instances.list(),
      () => bridge.tasks.get('t'),
      () => bridge.tasks.list(),
      () => bridge.outbox.list(),
      () => bridge.incidents.list(),
      () => bridge.history(),
      () => bridge.idle(),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'ERR_CLOSED' });
    expect((await bridge.health()).problems).toEqual(['The bridge is closed: create a new one.']);
    const pressed = await world.sandbox.press(task?.taskId ?? '', { action: 'Handle', account: 'anna' });
    expect(pressed).toMatchObject({ status: 503 });
    await world.reopen();
    expect(await world.press('anna', 'a')).toBe(0);
  });

  it('while a press is under way stores it whole or not at all', async () => {
    await world.begin(TWO, anna);
    const taskId = world.taskOf('anna', 'a');
    const pressing = world.sandbox.press(taskId, { action: 'Handle', account: 'anna' });
    const [{ status }] = await Promise.all([pressing, world.bridge.close()]);
    await world.reopen();
    await world.bridge.idle();
    expect(world.pending()).toEqual(status === 200 ? ['bo:b'] : ['anna:a']);
  });

  it('while a service runs aborts it, and the next bridge calls it again at once, with the same key', async () => {
    const calls: ServiceJob[] = [];
    const work = (job: ServiceJob) =>
      new Promise((_resolve, reject) => {
        calls.push(job);
        job.signal.addEventListener('abort', () => reject(new Error('aborted')));
      });
    await world.reopen({ services: { work } });
    await world.bridge.deploy(WITH_SERVICE);
    const { instanceId } = await world.bridge.start('with-service', anna);
    await vi.waitFor(() => expect(calls).toHaveLength(1));
    const keys = () => calls.map(({ idempotencyKey }) => idempotencyKey);
    await world.reopen({ services: { work: (job) => void calls.push(job) } });
    expect(calls[0]?.signal.aborted).toBe(true);
    await world.bridge.idle();
    expect(keys()).toEqual([keys()[0], keys()[0]]);
    expect(await world.bridge.instances.get(instanceId)).toMatchObject({ status: 'ended' });
    expect(await world.bridge.incidents.list()).toEqual([]);
  });

  it('gives the database to the next bridge, which was refused before', async () => {
    const second = () => createBridge({ ...optionsOf(world), store: file.store });
    await expect(second()).rejects.toMatchObject({ code: 'ERR_STORE_LOCKED' });
    await world.bridge.close();
    const next = await second();
    await next.close();
  });
});

describe('idle', () => {
  it('waits for all that follows, however many branches and services there are', async () => {
    const xml = processFile(
      [start(), parallel('fork'), serviceTask('s1'), serviceTask('s2'), serviceTask('s3'), parallel('join'), end()],
      'start > fork > s1 > s2 > join > end; fork > s3 > join',
      { id: 'busy' },
    );
    const step = async () => {
      await new Promise((resolve) => setImmediate(resolve));
    };
    await world.reopen({ services: { s1: step, s2: step, s3: step }, jobs: { concurrency: 1 } });
    await world.bridge.idle();
    await world.bridge.deploy(xml);
    await Promise.all(Array.from({ length: 5 }, () => world.bridge.start('busy', anna)));
    await world.bridge.idle();
    const instances = await world.bridge.instances.list();
    expect(instances.map(({ status }) => status)).toEqual(Array(5).fill('ended'));
  });
});

it('createBridge names every option that is wrong, and leaves no database behind', async () => {
  using other = createDatabaseFile();
  const options = { ...optionsOf(world), store: other.store, identity: 'nobody', colour: 'red' };
  const refused = createBridge(options as unknown as BridgeOptions);
  await expect(refused).rejects.toMatchObject({
    code: 'ERR_CONFIG_INVALID',
    details: { problems: [{ path: 'identity' }, { path: 'colour' }] },
  });
  expect(() => other.dump()).toThrow();
});

function optionsOf({ sandbox }: World): BridgeOptions {
  const { baseUrl, authUrl } = sandbox;
  return {
    center: { baseUrl, authUrl, clientId: 'approvals-client', clientSecret: 'approvals-secret', appId: 'approvals' },
    callback: {
      publicUrl: 'http://127.0.0.1:1',
      signingKeys: [{ id: 'k1', secret: 'a secret of the tests, 32 bytes long' }],
      cipher: { kind: 'none' },
      idToken: 'trust-center',
    },
    identity: 'trust-center',
    store: 'sqlite::memory:',
  };
}
