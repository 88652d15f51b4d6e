/** The task-status callback over HTTP (spec, Events): what the bridge says of its tasks. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTaskStatus } from '../../../src/bridge/answers/answer-task-status.ts';
import { createStandIns } from '../../../src/bridge/steps/stand-ins.ts';
import type { BridgeOptions, CallbackOptions } from '../../../src/index.ts';
import { openStore } from '../../../src/store/open-store.ts';
import type { Store, TaskRow } from '../../../src/store/store.ts';
import { anInstance, aStep, aTask, DEFINITION, NOON } from '../../store/rows.ts';
import { end, parallel, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import type { TaskStatusEntry } from '../../support/inner/protocol.ts';
import { createWorld, type World } from '../world.ts';

const CHAIN = draw({ id: 'chain', people: { apply: 'anna', check: 'bo' }, paths: 'start > apply > check > end' });

let world: World | undefined;
afterEach(async () => {
  await world?.[Symbol.asyncDispose]();
  world = undefined;
});

async function openWorld(
  bridge: Partial<Omit<BridgeOptions, 'callback'>> = {},
  callback: Partial<Omit<CallbackOptions, 'publicUrl'>> = {},
): Promise<World> {
  world = await createWorld({ bridge, callback });
  return world;
}

async function begin({ bridge }: World, xml: string, variables = {}): Promise<string> {
  const { processId } = await bridge.deploy(xml);
  const { instanceId } = await bridge.start(processId, { initiator: 'anna', businessKey: 'L-7', variables });
  await bridge.idle();
  return instanceId;
}

/** Asks as the center does. */
async function ask({ bridge }: World, ...taskIds: string[]): Promise<TaskStatusEntry[]> {
  const response = await fetch(bridge.statusUrl(), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ taskIds }),
  });
  const { code, data } = (await response.json()) as { code: number; data: TaskStatusEntry[] };
  expect([response.status, code]).toEqual([200, 0]);
  return data;
}

const TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;
const inProgress = (taskId: string) => ({ taskId, taskStatus: 'IN_PROGRESS', taskData: {} });

describe('one entry for each id, in the order asked', () => {
  test('once for ids asked twice, and also for ids never seen', async () => {
    const world = await openWorld();
    const id = await begin(world, CHAIN);
    await world.press('anna', 'apply');
    const asked = [`${id}.2`, 'never seen', `${id}.1`, `${id}.2`, `${id}.start`];
    const entries = await ask(world, ...asked);
    expect(entries.map(({ taskId, taskStatus }) => [taskId, taskStatus])).toEqual([
      [`${id}.2`, 'IN_PROGRESS'],
      ['never seen', 'IN_PROGRESS'],
      [`${id}.1`, 'FINISH'],
      [`${id}.start`, 'IN_PROGRESS'],
    ]);
  });

  test('an id never seen is terminated where the host chose so', async () => {
    const world = await openWorld({ defaults: { systemHandler: 'emil' } }, { unknownTaskStatus: 'TERMINATED' });
    expect(await ask(world, 'never seen')).toEqual([
      {
        taskId: 'never seen',
        taskStatus: 'TERMINATED',
        taskData: { handleTime: expect.stringMatching(TIME), handler: 'emil' },
      },
    ]);
  });
});

describe('FINISH', () => {
  test('says who, when and what, and the next task with its buttons, in the shape of the spec', async () => {
    const world = await openWorld({
      defaults: { allowMerge: 1, autoCreateTransType: true, canDelegate: 1, handleUrl: 'https://host/{taskId}' },
    });
    const id = await begin(world, CHAIN);
    await world.press('anna', 'apply');
    const [entry] = await ask(world, `${id}.1`);
    const reported = world.sandbox.traffic.flatMap(({ body, call }) => (call === 'taskHandle' ? body : [])).at(-1);
    const { handleTime, next } = reported as { handleTime: string; next: { actions: { url: string }[] }[] };
    expect(entry).toEqual({
      taskId: `${id}.1`,
      taskStatus: 'FINISH',
      taskData: {
        handleTime,
        handleOpinions: 'fine',
        handler: 'anna',
        status: 'next',
        next: [
          {
            appId: 'approvals',
            taskId: `${id}.2`,
            nodeId: 'check',
            nodeName: 'check',
            handlers: 'bo',
            initiator: 'anna',
            serialNumber: 'L-7',
            transTypeCode: 'chain',
            transTypeName: 'chain',
            canDelegate: 1,
            handleUrl: `https://host/${id}.2`,
            actions: [{ name: 'Handle', type: 'HANDLE', url: next[0]?.actions[0]?.url, optType: 0, method: 'post' }],
          },
        ],
      },
    });
  });

  test('at the end, and where a branch waits for another; the answers outlive their instance', async () => {
    const world = await openWorld();
    const fork = draw({
      id: 'forked',
      people: { a: 'anna', b: 'bo' },
      parallel: 'fork join',
      paths: 'start > fork > a > join; fork > b > join > end',
    });
    const id = await begin(world, fork);
    await world.press('anna', 'a');
    expect((await ask(world, `${id}.1`))[0]).toMatchObject({ taskStatus: 'FINISH', taskData: { status: 'none' } });
    await world.press('bo', 'b');
    const [a, b] = await ask(world, `${id}.1`, `${id}.2`);
    expect(a).toMatchObject({ taskData: { handler: 'anna', status: 'none' } });
    expect(b).toMatchObject({ taskData: { handler: 'bo', status: 'end' } });
    expect(b?.taskData).not.toHaveProperty('next');
    expect(await world.bridge.instances.get(id)).toMatchObject({ status: 'ended' });
  });

  test('the latest report counts: what follows a slow service comes with it, and until then nothing is said', async () => {
    let finish = () => {};
    const slow = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const world = await openWorld({ services: { slow: () => slow } });
    const xml = draw({
      id: 'served',
      people: { apply: 'anna', check: 'bo' },
      services: 'slow',
      paths: 'start > apply > slow > check > end',
    });
    const id = await begin(world, xml);
    const { status } = await world.sandbox.press(`${id}.1`, { action: 'Handle', account: 'anna' });
    expect(status).toBe(200);
    expect(await ask(world, `${id}.1`)).toEqual([inProgress(`${id}.1`)]);
    finish();
    await world.bridge.idle();
    expect((await ask(world, `${id}.1`))[0]).toMatchObject({
      taskStatus: 'FINISH',
      taskData: { status: 'next', next: [{ taskId: `${id}.2`, nodeId: 'check' }] },
    });
  });
});

describe('TERMINATED: a task that vanished names', () => {
  const anySigner = (assignment: object) =>
    processFile(
      [
        start(),
        parallel('fork'),
        userTask('sign', { ...assignment }),
        userTask('stop', { assignee: 'anna' }),
        end('signed'),
        end('stopped', { content: '<terminateEventDefinition/>' }),
      ],
      'start > fork > sign > signed; fork > stop > stopped',
      { id: 'signing' },
    );

  test('its first handler', async () => {
    const world = await openWorld();
    const id = await begin(world, anySigner({ users: 'chen,bo' }));
    await world.press('anna', 'stop');
    const [entry] = await ask(world, world.sandbox.task(`${id}.1`)?.nodeId === 'sign' ? `${id}.1` : `${id}.2`);
    expect(entry).toEqual({
      taskId: expect.stringContaining(id),
      taskStatus: 'TERMINATED',
      taskData: { handleTime: expect.stringMatching(TIME), handler: 'chen' },
    });
  });

  test.each([
    ['the first member of its group', { identity: { isMember: () => true, membersOf: () => ['gu', 'emil'] } }, 'gu'],
    ['the system handler, where nobody lists members', { defaults: { systemHandler: 'dara' } }, 'dara'],
    ['the system by name, where there is neither', {}, 'System'],
  ])('%s', async (_who, options, handler) => {
    const world = await openWorld(options);
    const id = await begin(world, anySigner({ groups: 'legal' }));
    await world.press('anna', 'stop');
    const entries = await ask(world, `${id}.1`, `${id}.2`);
    expect(entries.find(({ taskStatus }) => taskStatus === 'TERMINATED')?.taskData).toMatchObject({ handler });
    expect(world.log.map(({ message }) => message).filter((message) => message.startsWith('status answers'))).toEqual(
      handler === 'System' ? ['status answers name a handler without an account: set defaults.systemHandler'] : [],
    );
  });
});

describe('the six states, from rows alone: there is no process that could be run', () => {
  const AT = Date.UTC(2026, 2, 1, 6, 30);
  let store: Store;
  beforeEach(async () => {
    store = await openStore('sqlite::memory:');
    await store.putDefinitions([DEFINITION]);
  });
  afterEach(async () => {
    await store.close();
  });

  async function put(...tasks: TaskRow[]): Promise<void> {
    const instance = anInstance('i-1', { snapshot: null, status: 'ended' });
    expect(await store.commitStep(aStep({ instance, tasksCreated: tasks }))).toBe('committed');
  }

  async function stateOf(timeForm: 'yyyy-MM-dd HH:mm:ss' | 'yy-MM-dd hh:mm:ss', ...taskIds: string[]) {
    const settings = {
      appId: 'app',
      timeZone: 'Asia/Shanghai',
      timeForm,
      unknownTaskStatus: 'IN_PROGRESS',
      systemHandler: undefined,
      systemName: 'System',
      reportHoldMs: 10_000,
    } as const;
    const port = createTaskStatus(
      { store, clock: () => NOON, log: () => undefined },
      {
        settings,
        standIns: createStandIns('trust-center', undefined),
        noteUnknownTasks: async () => {},
        confirmTasks: async () => {},
      },
    );
    return await port.answer(taskIds);
  }

  const closed = { closedAt: AT, handler: 'bob', opinions: 'no', handleStatus: 'Reject' };
  const handled = { handleTime: '2026-03-01 14:30:00', handleOpinions: 'no', handler: 'bob' };

  test('each with the fields the spec demands for it, and no others', async () => {
    await put(
      aTask('t-1'),
      aTask('t-2', { state: 'FINISH', ...closed, report: { status: 'end', next: [] } }),
      aTask('t-3', { state: 'TERMINATED', ...closed }),
      aTask('t-4', { state: 'TURN', ...closed, turnHandler: 'cat' }),
      aTask('t-5', { state: 'SUSPENDED', handler: 'ann', opinions: 'wait', suspendedAt: AT }),
      aTask('t-6', { state: 'RECALL', ...closed, opinions: null }),
    );
    const entries = await stateOf('yyyy-MM-dd HH:mm:ss', 't-1', 't-2', 't-3', 't-4', 't-5', 't-6');
    const suspended = {
      handleTime: handled.handleTime,
      endTime: handled.handleTime,
      handleOpinions: 'wait',
      handler: 'ann',
    };
    expect(entries).toEqual([
      inProgress('t-1'),
      { taskId: 't-2', taskStatus: 'FINISH', taskData: { ...handled, status: 'end' } },
      { taskId: 't-3', taskStatus: 'TERMINATED', taskData: handled },
      { taskId: 't-4', taskStatus: 'TURN', taskData: { ...handled, turnHandler: 'cat' } },
      { taskId: 't-5', taskStatus: 'SUSPENDED', taskData: suspended },
      { taskId: 't-6', taskStatus: 'RECALL', taskData: { handleTime: handled.handleTime, handler: 'bob' } },
    ]);
  });

  test('times in the short form that the spec shows', async () => {
    await put(aTask('t-5', { state: 'SUSPENDED', handler: 'ann', suspendedAt: AT }));
    const [entry] = await stateOf('yy-MM-dd hh:mm:ss', 't-5');
    expect(entry?.taskData).toEqual({ handleTime: '26-03-01 14:30:00', endTime: '26-03-01 14:30:00', handler: 'ann' });
  });

  test('a transferred task names the task that took its place', async () => {
    const next = [
      { taskId: 't-2', nodeId: 'a', nodeName: 'A', handlers: 'cat', transTypeCode: 'x', transSummary: ['a|b'] },
    ];
    await put(aTask('t-1', { state: 'TURN', ...closed, turnHandler: 'cat', report: { status: 'next', next } }));
    const [entry] = await stateOf('yyyy-MM-dd HH:mm:ss', 't-1');
    const named = { appId: 'app', taskId: 't-2', nodeId: 'a', nodeName: 'A', handlers: 'cat', transTypeCode: 'x' };
    expect(entry?.taskData).toEqual({ ...handled, turnHandler: 'cat', next: [named] });
  });

  test('a handled task whose report never came is answered none after its time', async () => {
    await put(
      aTask('t-1', { state: 'FINISH', ...closed, closedAt: NOON - 5_000, appliedAt: NOON - 5_000 }),
      aTask('t-2', { state: 'FINISH', ...closed, closedAt: NOON - 80_000, appliedAt: NOON - 80_000 }),
    );
    expect(await stateOf('yyyy-MM-dd HH:mm:ss', 't-1', 't-2')).toMatchObject([
      inProgress('t-1'),
      { taskStatus: 'FINISH', taskData: { status: 'none' } },
    ]);
  });
});

test('10,000 ids in one call', async () => {
  const world = await openWorld();
  const id = await begin(world, CHAIN);
  await world.press('anna', 'apply');
  const ids = Array.from({ length: 10_000 }, (_, index) => `${id}.${index + 1}`);
  const entries = await ask(world, ...ids);
  expect(entries.map(({ taskId }) => taskId)).toEqual(ids);
  expect(entries.filter(({ taskStatus }) => taskStatus !== 'IN_PROGRESS')).toHaveLength(1);
});

test('once the bridge is closed nothing is answered', async () => {
  const world = await openWorld();
  const url = world.bridge.statusUrl();
  await world.bridge.close();
  const headers = { 'content-type': 'application/json' };
  expect((await fetch(url, { method: 'POST', headers, body: '["t-1"]' })).status).toBe(503);
});
