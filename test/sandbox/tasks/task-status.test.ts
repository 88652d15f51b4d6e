import { describe, expect, it, vi } from 'vitest';
import type { SandboxOptions } from '../../../src/sandbox/index.ts';
import { DEFAULT_APPS } from '../../../src/sandbox/setup/apps.ts';
import { serveFetch } from '../../support/serve-fetch.ts';
import {
  nextTask,
  openBusinessSystem,
  openSandbox,
  openTasks,
  type RawObject,
  report,
  reportItem,
} from '../business-system.ts';

/** Noon in the time zone of the center. */
const NOON = Date.UTC(2025, 5, 1, 4);
const HOUR = 3_600_000;

/** A sandbox whose clock stands at `clock.now`, and a business system that says of tasks what `say` last said. */
async function openAskable(options: SandboxOptions = {}, ...tasks: RawObject[]) {
  const clock = { now: NOON, looks: 0 };
  const answer: RawObject = { code: 0, message: 'success', data: [] };
  const system = await openBusinessSystem(200, answer);
  const look = () => {
    clock.looks += 1;
    return clock.now;
  };
  const sandbox = await openSandbox({ clock: look, ...options });
  sandbox.setStatusUrl('approvals', `${system.url}/status`);
  await openTasks(sandbox, ...(tasks.length > 0 ? tasks : [nextTask('t-1', { initiator: 'anna' })]));
  const asked = () =>
    system.received.filter(({ url }) => url === '/status').map(({ body }) => JSON.parse(body) as unknown);
  const say = (...entries: unknown[]) => {
    answer.data = entries.map((entry, index) => ({ taskId: `t-${index + 1}`, ...(entry as object) }));
  };
  return { clock, sandbox, system, asked, say, answer };
}

const handled = { handleTime: '2025-06-01 10:00:00', handler: 'bo' };
const inProgress = { taskStatus: 'IN_PROGRESS', taskData: {} };
const nextOne = { appId: 'approvals', taskId: 't-9', nodeId: 'archive', nodeName: 'Archive', handlers: 'chen' };

describe('Task-status callback, trigger 1: a pending task is opened after more than N hours', () => {
  it('asks about that task, and not before', async () => {
    const { clock, sandbox, asked, say } = await openAskable(
      { statusAfterHours: 2 },
      nextTask('t-1', { handleUrl: 'https://host/t-1', viewUrl: 'https://host/view' }),
    );
    say(inProgress);
    clock.now = NOON + 2 * HOUR;
    expect(await sandbox.open('t-1', 'bo')).toEqual({ url: 'https://host/t-1', lists: ['pending'], asked: undefined });
    expect(asked()).toEqual([]);
    clock.now += 1;
    const opened = await sandbox.open('t-1', 'bo');
    expect(asked()).toEqual([{ taskIds: ['t-1'] }]);
    expect(opened).toMatchObject({
      url: 'https://host/t-1',
      asked: { trigger: 'open', status: 200, states: { 't-1': 'IN_PROGRESS' }, problems: [] },
    });
  });

  it('returns the view address if the answer says that the task is handled', async () => {
    const { clock, sandbox, say } = await openAskable({}, nextTask('t-1', { viewUrl: 'https://host/view' }));
    say({ taskStatus: 'FINISH', taskData: { ...handled, status: 'end' } });
    clock.now = NOON + 25 * HOUR;
    expect(await sandbox.open('t-1', 'bo')).toMatchObject({ url: 'https://host/view', lists: ['handled'] });
    // It is not pending any more, so it is not asked about again.
    expect((await sandbox.open('t-1', 'bo')).asked).toBeUndefined();
    expect(sandbox.statusRuns).toHaveLength(1);
  });

  it('is refused for an account that has the task in no list', async () => {
    const { sandbox } = await openAskable();
    await expect(sandbox.open('t-1', 'chen')).rejects.toThrow('task t-1 is in no list of chen');
    await expect(sandbox.open('t-7', 'bo')).rejects.toMatchObject({ code: 'ERR_INPUT_INVALID' });
    expect((await sandbox.open('t-1', 'anna')).lists).toEqual(['initiated']);
  });
});

describe('Task-status callback, trigger 2: a run every day at 23:00:00', () => {
  it('asks about all open tasks of an application in one call', async () => {
    const { sandbox, asked, say } = await openAskable({}, ...['t-1', 't-2', 't-3'].map((id) => nextTask(id)));
    await report(sandbox, reportItem('t-3', 'none'));
    say(inProgress, inProgress);
    const runs = await sandbox.runNightly();
    expect(runs).toMatchObject([{ trigger: 'nightly', appId: 'approvals', taskIds: ['t-1', 't-2'], problems: [] }]);
    expect(asked()).toEqual([{ taskIds: ['t-1', 't-2'] }]);
    expect(sandbox.traffic.at(-1)).toMatchObject({ direction: 'out', call: 'taskStatus', method: 'POST', status: 200 });
  });

  it('statusQuestion bare: only the list', async () => {
    const { sandbox, asked, say } = await openAskable({ switches: { statusQuestion: 'bare' } });
    say(inProgress);
    await sandbox.runNightly();
    expect(asked()).toEqual([['t-1']]);
  });

  it('starts automatically when the clock of the sandbox passes 23:00:00, once each night', async () => {
    const { clock, sandbox, say } = await openAskable();
    say(inProgress);
    clock.now = NOON + 11 * HOUR - 1;
    const { looks } = clock;
    await vi.waitFor(() => expect(clock.looks).toBeGreaterThan(looks + 1), { timeout: 10_000 });
    expect(sandbox.statusRuns).toEqual([]);
    clock.now += 1;
    await vi.waitFor(() => expect(sandbox.statusRuns).toHaveLength(1), { timeout: 10_000 });
    clock.now += 24 * HOUR;
    await vi.waitFor(() => expect(sandbox.statusRuns).toHaveLength(2), { timeout: 10_000 });
    expect(sandbox.statusRuns.map(({ at }) => new Date(at).toISOString())).toEqual([
      '2025-06-01T15:00:00.000Z',
      '2025-06-02T15:00:00.000Z',
    ]);
  });

  it('sends nothing without an address, and asks each application about its own tasks', async () => {
    const other = { appId: 'other', name: 'Other', clientId: 'c', clientSecret: 's', scopes: [] };
    const { sandbox, asked, say } = await openAskable({
      apps: [...DEFAULT_APPS, { ...other, statusUrl: 'http://127.0.0.1:1' }],
    });
    say(inProgress);
    await sandbox.runNightly();
    expect(asked()).toHaveLength(1);
    sandbox.setStatusUrl('approvals', undefined);
    expect(await sandbox.runNightly()).toEqual([]);
    expect(() => sandbox.setStatusUrl('nobody', 'http://127.0.0.1:1')).toThrow('the center has no application nobody');
  });
});

describe('Task-status callback, Response: what an answer does to a task', () => {
  it('IN_PROGRESS: nothing', async () => {
    const { sandbox, say } = await openAskable();
    const before = sandbox.task('t-1');
    say(inProgress);
    await sandbox.runNightly();
    expect(sandbox.task('t-1')).toEqual(before);
  });

  it('FINISH: handled, and the next task is created, as by a report', async () => {
    const action = { name: 'File', type: 'HANDLE', url: 'http://127.0.0.1/', optType: 0, method: 'post' };
    const { sandbox, say } = await openAskable();
    const next = [{ ...nextOne, actions: [action] }];
    say({ taskStatus: 'FINISH', taskData: { ...handled, handleOpinions: 'fine', status: 'next', next } });
    await sandbox.runNightly();
    expect(sandbox.pending('bo')).toEqual([]);
    expect(sandbox.handled('bo').map(({ taskId }) => taskId)).toEqual(['t-1']);
    expect(sandbox.task('t-1')?.records).toEqual([
      { status: 'next', handler: 'bo', handlerName: 'Bo Lindqvist', handleOpinions: 'fine', time: handled.handleTime },
    ]);
    expect(sandbox.pending('chen')).toMatchObject([
      { taskId: 't-9', nodeId: 'archive', transTypeCode: 'leave', buttons: [{ name: 'File', allowMerge: 0 }] },
    ]);
    expect(sandbox.transactions()).toHaveLength(1);
    // The report that says the same comes late.
    expect(await report(sandbox, reportItem('t-1', 'next', { next: [nextTask('t-9')] }))).toMatchObject([
      { code: 2005, taskId: 't-1' },
      { code: 500, taskId: 't-9' },
    ]);
  });

  it('FINISH: names the button whose press was accepted, unless it could be another', async () => {
    const { sandbox, system, say } = await openAskable();
    const actions = ['Approve', 'Reject'].map((name) => {
      const url = `${system.url}/${name}`;
      return { name, type: 'HANDLE', url, optType: 0, method: 'post' };
    });
    await openTasks(sandbox, nextTask('t-2', { actions }), nextTask('t-3', { actions }));
    for (const [taskId, action] of [
      ['t-2', 'Reject'],
      ['t-3', 'Reject'],
      ['t-3', 'Approve'],
    ] as const)
      await sandbox.press(taskId, { action, account: 'bo' });
    const finished = { taskStatus: 'FINISH', taskData: { ...handled, status: 'end' } };
    say(inProgress, finished, finished);
    await sandbox.runNightly();
    const named = ['t-2', 't-3'].map((taskId) => sandbox.task(taskId)?.records.map((each) => each.handleStatus));
    expect(named).toEqual([['Reject'], [undefined]]);
  });

  it('FINISH with end: the transaction is concluded at that time', async () => {
    const { sandbox, say } = await openAskable();
    say({ taskStatus: 'FINISH', taskData: { ...handled, handleTime: '25-06-01 10:00:00', status: 'end' } });
    await sandbox.runNightly();
    expect(sandbox.initiated('anna')[0]?.concludedAt).toBe('2025-06-01 10:00:00');
  });

  it('FINISH with none: handled, whatever none leaves behind in a report, and next is not looked for', async () => {
    const { sandbox, say } = await openAskable({ switches: { noneKeepsPending: true } });
    say({ taskStatus: 'FINISH', taskData: { ...handled, status: 'none', next: [nextOne] } });
    await sandbox.runNightly();
    expect([sandbox.task('t-1')?.state, sandbox.task('t-9')]).toEqual(['handled', undefined]);
  });

  it.each([
    ['TERMINATED', {}, 'terminated'],
    ['TURN', { turnHandler: 'chen' }, 'turned'],
    ['RECALL', { handleOpinions: 'no need' }, 'recalled'],
  ])('%s: gone from the pending list, with that state', async (taskStatus, more, state) => {
    const { sandbox, say } = await openAskable();
    say({ taskStatus, taskData: { ...handled, ...more } });
    await sandbox.runNightly();
    expect([sandbox.pending('bo'), sandbox.handled('bo')]).toEqual([[], []]);
    const { handleTime: time, handler } = handled;
    expect(sandbox.task('t-1')).toMatchObject({
      state,
      changes: [{ to: state, cause: 'status', handler, time, ...more }],
    });
    expect(await report(sandbox, reportItem('t-1', 'end'))).toMatchObject([{ code: 2005 }]);
  });

  it('TURN: the task that took its place is created where the answer names it', async () => {
    const { sandbox, say } = await openAskable();
    say({ taskStatus: 'TURN', taskData: { ...handled, turnHandler: 'chen', next: [nextOne] } });
    await sandbox.runNightly();
    expect(sandbox.pending('chen').map(({ taskId }) => taskId)).toEqual(['t-9']);
  });

  it.each([
    [true, ['t-1']],
    [false, []],
  ])('SUSPENDED, suspendedStaysListed %s: pending are %j, until it is in progress again', async (stays, listed) => {
    const { sandbox, asked, say } = await openAskable({ switches: { suspendedStaysListed: stays } });
    say({ taskStatus: 'SUSPENDED', taskData: { ...handled, endTime: handled.handleTime } });
    await sandbox.runNightly();
    await sandbox.runNightly();
    expect(sandbox.task('t-1')).toMatchObject({ state: 'suspended', changes: [{ to: 'suspended' }] });
    expect(sandbox.pending('bo').map(({ taskId }) => taskId)).toEqual(listed);
    say(inProgress);
    await sandbox.runNightly();
    expect(asked()).toHaveLength(3);
    expect(sandbox.pending('bo')).toMatchObject([{ taskId: 't-1', state: 'pending' }]);
  });

  it('a task that a report handled during the request is not changed', async () => {
    const { sandbox } = await openAskable();
    const entry = { taskId: 't-1', taskStatus: 'TERMINATED', taskData: handled };
    const system = await serveFetch(async () => {
      await report(sandbox, reportItem('t-1', 'end'));
      return Response.json({ code: 0, message: 'success', data: [entry] });
    });
    sandbox.setStatusUrl('approvals', system.origin);
    const [run] = await sandbox.runNightly();
    await system.close();
    expect(run).toMatchObject({ states: { 't-1': 'TERMINATED' }, problems: [] });
    expect(sandbox.task('t-1')).toMatchObject({ state: 'handled', changes: [] });
  });
});

describe('A wrong answer is recorded, and leaves the task', () => {
  it('an invalid entry does not affect the others', async () => {
    const { sandbox, say } = await openAskable({}, nextTask('t-1'), nextTask('t-2'), nextTask('t-3'));
    say(
      { taskStatus: 'FINISH', taskData: { handleTime: handled.handleTime } },
      { taskStatus: 'TERMINATED', taskData: handled },
      { taskStatus: 'FINISH', taskData: { ...handled, status: 'next', next: [{ ...nextOne, appId: 'foreign' }] } },
    );
    const [run] = await sandbox.runNightly();
    expect(run).toMatchObject({ status: 200, states: { 't-2': 'TERMINATED', 't-3': 'FINISH' } });
    expect(run?.problems).toEqual([
      { taskId: 't-1', message: 'data[0].taskData.handler is null' },
      { taskId: 't-1', message: 'data[0].taskData.status is null' },
      { taskId: 't-3', message: 'next task t-9 belongs to another application, foreign' },
    ]);
    expect(['t-1', 't-2', 't-3'].map((id) => sandbox.task(id)?.state)).toEqual(['pending', 'terminated', 'handled']);
    expect(sandbox.statusRuns).toEqual([run]);
  });

  it.each([
    [[], 'the answer is not a JSON object'],
    [{ code: 500, message: 'away', data: null }, 'the business system refused the request: away'],
    [{ code: 0, data: [] }, 'message is invalid: must be a string'],
    [{ code: 0, message: '', data: null }, 'data is invalid: must be an array'],
    [{ code: 0, message: '', data: [] }, 'data has 0 entries for 1 task ids'],
  ])('an answer that is none changes nothing: %j', async (body, message) => {
    const system = await openBusinessSystem(200, body);
    const sandbox = await openSandbox();
    await openTasks(sandbox, nextTask('t-1'));
    sandbox.setStatusUrl('approvals', system.url);
    expect((await sandbox.runNightly())[0]).toMatchObject({ status: 200, states: {}, problems: [{ message }] });
    expect(sandbox.task('t-1')?.state).toBe('pending');
  });

  it('no answer, or one of another status, changes nothing', async () => {
    const { sandbox } = await openAskable();
    sandbox.setStatusUrl('approvals', 'http://127.0.0.1:1/');
    expect((await sandbox.runNightly())[0]).toMatchObject({
      status: undefined,
      failure: expect.any(String),
      states: {},
      problems: [{ message: 'the business system did not answer' }],
    });
    const refusing = await openBusinessSystem(401, { code: 401, message: 'not signed by us', data: null });
    sandbox.setStatusUrl('approvals', refusing.url);
    expect((await sandbox.runNightly())[0]).toMatchObject({
      status: 401,
      problems: [{ message: 'the business system refused the request: not signed by us' }],
    });
    expect(sandbox.task('t-1')?.state).toBe('pending');
  });
});
