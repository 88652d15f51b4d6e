/** What a person does and sees in the center, over HTTP: the control API of the sandbox. */
import { describe, expect, it } from 'vitest';
import type { AccountAnswer } from '../../../src/sandbox/control/account-routes.ts';
import type { CenterAnswer, ClockAnswer } from '../../../src/sandbox/control/running-routes.ts';
import type { PressAnswer, TaskAnswer } from '../../../src/sandbox/control/task-routes.ts';
import type { SandboxOptions } from '../../../src/sandbox/index.ts';
import { DEFAULT_APPS } from '../../../src/sandbox/setup/apps.ts';
import {
  fetchToken,
  nextTask,
  openBusinessSystem,
  openSandbox,
  openTasks,
  report,
  reportItem,
} from '../business-system.ts';
import { notice, sendMessage } from '../send-message.ts';
import { ask, callControl, refusal, send } from './control-client.ts';

/** Noon in the time zone of the center. */
const NOON = Date.UTC(2025, 5, 1, 4);

/** A sandbox with two tasks of bo, which anna began, and the business system that their buttons call. */
async function openOffice(options: SandboxOptions = {}, answer?: unknown) {
  const system = await openBusinessSystem(200, answer);
  const sandbox = await openSandbox({ nightlyRun: false, ...options });
  const button = (name: string, type: string, more = {}) => ({
    ...{ name, type, url: `${system.url}/${name}`, optType: 0, method: 'post' },
    ...more,
  });
  const actions = [button('Approve', 'HANDLE', { allowMerge: 1, nextNodeKey: 'file' }), button('Stop', 'BREAK_UP')];
  const more = { actions, initiator: 'anna', serialNumber: 'L-1', transSummary: ['Days|3'] };
  await openTasks(sandbox, nextTask('t-1', more), nextTask('t-2', more));
  return { sandbox, system, button };
}

describe('what is looked at', () => {
  it('the whole: addresses, switches, applications without their secrets, the clock', async () => {
    const statusUrl = 'http://127.0.0.1:9/status/k1.signed';
    const sandbox = await openSandbox({ apps: DEFAULT_APPS.map((app) => ({ ...app, statusUrl })), clock: () => NOON });
    const { baseUrl, authUrl, apps, switches, clock } = await ask<CenterAnswer>(sandbox, '');
    expect({ baseUrl, authUrl, switches }).toEqual({
      ...{ baseUrl: sandbox.baseUrl, authUrl: sandbox.authUrl, switches: sandbox.switches },
    });
    expect(apps).toEqual([
      { appId: 'approvals', name: 'Approvals', clientId: 'approvals-client', hasStatusUrl: true, hasDiagramUrl: false },
    ]);
    expect(clock).toEqual({ now: NOON, time: '2025-06-01 12:00:00', timeZone: 'Asia/Shanghai', aheadMs: 0 });
  });

  it('accounts with their groups, and how much waits for each', async () => {
    const { sandbox } = await openOffice();
    await report(sandbox, reportItem('t-2', 'none'));
    await sendMessage(sandbox, notice({ toPersons: 'bo' }));
    const { accounts } = await ask<{ accounts: AccountAnswer[] }>(sandbox, '/accounts');
    expect(accounts.map(({ account, counts }) => [account, ...Object.values(counts)]).slice(0, 3)).toEqual([
      ['anna', 0, 0, 1, 0, 0],
      ['bo', 1, 1, 0, 1, 1],
      ['chen', 0, 0, 0, 0, 0],
    ]);
    expect(await ask(sandbox, '/accounts/bo')).toEqual(accounts[1]);
    expect(accounts[1]?.groups).toEqual(['staff', 'managers']);
  });

  it('the lists of an account, each with the buttons that it shows', async () => {
    const { sandbox } = await openOffice();
    await report(sandbox, reportItem('t-2', 'none'));
    expect(await ask(sandbox, '/accounts/bo/pending')).toEqual({ tasks: sandbox.pending('bo') });
    expect(await ask(sandbox, '/accounts/bo/handled')).toEqual({ tasks: sandbox.handled('bo') });
    expect(await ask(sandbox, '/accounts/bo/batchable')).toEqual({ tasks: sandbox.batchable('bo') });
    expect(await ask(sandbox, '/accounts/anna/initiated')).toEqual({ transactions: sandbox.initiated('anna') });
    const names = [sandbox.pending('bo'), sandbox.handled('bo'), sandbox.initiated('anna')[0]?.tasks].map((tasks) =>
      tasks?.map(({ taskId, buttons }) => [taskId, ...buttons.map(({ name }) => name)]),
    );
    expect(names).toEqual([
      [['t-1', 'Approve']],
      [['t-2']],
      [
        ['t-1', 'Stop'],
        ['t-2', 'Stop'],
      ],
    ]);
  });

  it('a task by its id: its records, previous actions, transaction, the way it took, and what an account is offered', async () => {
    const { sandbox, button } = await openOffice();
    const previousActions = [{ ...button('Recall', 'HANDLEDR'), optType: '0', times: 2 }];
    const handling = { handleOpinions: 'fine', handleStatus: 'Approved', previousActions };
    const next = [nextTask('t-3', { handlers: 'chen', nodeId: 'file', nodeName: 'File' })];
    await report(sandbox, reportItem('t-1', 'next', { ...handling, next }));
    const detail = await ask<TaskAnswer>(sandbox, '/tasks/t-1?account=bo');
    expect(detail.task).toMatchObject({
      state: 'handled',
      records: [{ handler: 'bo', handlerName: 'Bo Lindqvist', handleOpinions: 'fine', handleStatus: 'Approved' }],
    });
    expect(detail.actions.map(({ name }) => name)).toEqual(['Approve', 'Stop']);
    expect(detail.previousActions).toMatchObject([{ name: 'Recall', times: 2, executions: 0 }]);
    expect(detail.transaction).toMatchObject({ serialNumber: 'L-1', initiator: 'anna', transSummary: ['Days|3'] });
    expect(detail.tasks.map(({ taskId, state }) => [taskId, state])).toEqual([
      ['t-1', 'handled'],
      ['t-2', 'pending'],
      ['t-3', 'pending'],
    ]);
    expect(detail.offered).toMatchObject([{ list: 'handled', buttons: [{ name: 'Recall' }] }]);
    expect(await ask(sandbox, '/tasks/t-1')).not.toHaveProperty('offered');
  });

  it('transactions, all or by the number of the business system, and one with its tasks', async () => {
    const { sandbox } = await openOffice();
    await report(sandbox, reportItem('i-2.start', 'next', { next: [nextTask('u-1', { serialNumber: 'L-2' })] }));
    const list = (query = '') => ask<{ transactions: { transactionId: string }[] }>(sandbox, `/transactions${query}`);
    expect((await list()).transactions).toEqual(sandbox.transactions());
    const [found] = (await list('?serialNumber=L-2')).transactions;
    expect(found).toEqual(sandbox.transactions()[1]);
    const one = await ask(sandbox, `/transactions/${found?.transactionId}`);
    expect(one).toMatchObject({ transaction: { serialNumber: 'L-2' }, tasks: [{ taskId: 'u-1', state: 'pending' }] });
  });
});

it('a task without any known handler has a warning', async () => {
  const { sandbox } = await openOffice();
  const next = [nextTask('u-1', { handlers: 'bo;chen', initiator: 'zoe' })];
  await report(sandbox, reportItem('i-2.start', 'next', { next }));
  const { warnings } = await ask<TaskAnswer>(sandbox, '/tasks/u-1');
  expect(warnings).toEqual(['nobody in the directory has this task: bo;chen', 'the directory has no initiator zoe']);
  expect((await ask<TaskAnswer>(sandbox, '/tasks/t-1')).warnings).toEqual([]);
});

describe('a press', () => {
  it('calls the business system as the account, with its opinion, and reports that the press was accepted', async () => {
    const { sandbox, system } = await openOffice();
    const press = { account: 'bo', action: 'Approve', opinions: 'fine', time: '2025-06-01 12:00:00', uuid: 'u-1' };
    const answer = await send<PressAnswer>(sandbox, '/tasks/t-1/press', press);
    expect(answer).toEqual({ status: 200, body: { code: 0, message: 'ok', data: null }, uuid: 'u-1', taken: true });
    expect(system.received).toMatchObject([{ method: 'POST', url: '/Approve', headers: { uuid: 'u-1' } }]);
    expect(JSON.parse(system.received[0]?.body ?? '')).toEqual({
      ...{ nextNodeKey: 'file', opinions: 'fine', accountName: 'bo', time: '2025-06-01 12:00:00' },
    });
  });

  it.each([
    [{ code: '0', message: 'ok' }, 'code is "0", not the number 0'],
    [{ code: null }, 'code is null, not the number 0'],
    [{ code: 2005, message: 'this task has been finished' }, 'code is 2005, not the number 0'],
  ])('that is answered %j is not taken, and the reason is given: %s', async (body, reason) => {
    const { sandbox } = await openOffice({}, body);
    const answer = await send<PressAnswer>(sandbox, '/tasks/t-1/press', { account: 'bo', action: 'Approve' });
    expect(answer).toMatchObject({ status: 200, body, taken: false, reason });
  });

  it('that finds no code where one is asked for gives this as the reason', async () => {
    const { sandbox } = await openOffice({ switches: { buttonAnswer: 'code-0' } }, { message: 'ok' });
    const answer = await send<PressAnswer>(sandbox, '/tasks/t-1/press', { account: 'bo', action: 'Approve' });
    expect(answer).toMatchObject({ taken: false, reason: 'the answer has no code' });
  });

  it('of a button with a relative url reports that the address is incomplete', async () => {
    const { sandbox, button } = await openOffice();
    const relative = button('Sign', 'HANDLE', { url: '/sign' });
    await report(sandbox, reportItem('i-2.start', 'next', { next: [nextTask('u-1', { actions: [relative] })] }));
    const answer = await send<PressAnswer>(sandbox, '/tasks/u-1/press', { account: 'bo', action: 'Sign' });
    const failure = 'its url is no complete address, with http:// or https:// and a host';
    expect(answer).toMatchObject({ taken: false, failure, reason: failure });
    expect(sandbox.traffic.at(-1)).toMatchObject({ call: 'button', failure });
  });

  it('without an answer reports the reason', async () => {
    const { sandbox } = await openOffice();
    sandbox.faults.set({ rules: [{ fault: 'lost', next: 1 }] });
    const answer = await send<PressAnswer>(sandbox, '/tasks/t-1/press', { account: 'bo', action: 'Approve' });
    expect(answer).toMatchObject({ taken: false, failure: 'the call was lost before it arrived' });
    expect(answer).not.toHaveProperty('status');
  });

  it('of a page names the address to open, and calls nothing', async () => {
    const { sandbox, system, button } = await openOffice();
    const page = button('Details', 'HANDLE', { optType: 1 });
    await report(sandbox, reportItem('i-2.start', 'next', { next: [nextTask('u-1', { actions: [page] })] }));
    const answer = await send(sandbox, '/tasks/u-1/press', { account: 'bo', action: 'Details' });
    expect(answer).toMatchObject({ opened: `${system.url}/Details`, taken: false });
    expect(system.received).toEqual([]);
  });

  it.each([
    ['an account that is not offered the button', { account: 'chen', action: 'Approve' }, 409, 'ERR_NOT_OFFERED'],
    ['a button of another list', { account: 'bo', action: 'Stop' }, 409, 'ERR_NOT_OFFERED'],
    ['an account there is not', { account: 'Bo', action: 'Approve' }, 404, 'ERR_ACCOUNT_UNKNOWN'],
    ['no account', { action: 'Approve' }, 400, 'ERR_INPUT_INVALID'],
    ['an opinion that is no text', { account: 'bo', action: 'Approve', opinions: 3 }, 400, 'ERR_INPUT_INVALID'],
    ['a time of another form', { account: 'bo', action: 'Approve', time: 'noon' }, 400, 'ERR_INPUT_INVALID'],
    ['what only TypeScript may do', { account: 'bo', action: 'Approve', raw: true }, 400, 'ERR_INPUT_INVALID'],
    ['a list', [], 400, 'ERR_INPUT_INVALID'],
    ['no JSON', 'account=bo', 400, 'ERR_INPUT_INVALID'],
  ])('with %s is refused, and nothing is called', async (_what, body, status, code) => {
    const { sandbox, system } = await openOffice();
    expect(await refusal(sandbox, '/tasks/t-1/press', { method: 'POST', body })).toMatchObject({ status, code });
    expect(system.received).toEqual([]);
  });

  it('names every field that is wrong', async () => {
    const { sandbox } = await openOffice();
    const body = { account: '', opinions: 3, opinion: 'fine' };
    const { problems } = await refusal(sandbox, '/tasks/t-1/press', { method: 'POST', body });
    expect(problems?.map(({ path }) => path).toSorted()).toEqual(['account', 'action', 'opinion', 'opinions']);
  });
});

describe('a batch', () => {
  it('presses one button of each task, one call after the other', async () => {
    const { sandbox, system } = await openOffice();
    const body = { account: 'bo', taskIds: ['t-1', 't-2'], opinions: 'all fine' };
    const { results } = await send<{ results: unknown[] }>(sandbox, '/batch', body);
    expect(results).toMatchObject([
      { taskId: 't-1', taken: true, status: 200 },
      { taskId: 't-2', taken: true, status: 200 },
    ]);
    expect(system.received.map(({ url }) => url)).toEqual(['/Approve', '/Approve']);
  });

  it.each([
    [{ account: 'bo', taskIds: ['t-1', 't-9'] }, 404, 'ERR_TASK_UNKNOWN'],
    [{ account: 'chen', taskIds: ['t-1'] }, 409, 'ERR_NOT_OFFERED'],
    [{ account: 'bo', taskIds: ['t-1'], action: 'Stop' }, 409, 'ERR_NOT_OFFERED'],
    [{ account: 'bo', taskIds: [] }, 400, 'ERR_INPUT_INVALID'],
  ])('%j is refused as a whole', async (body, status, code) => {
    const { sandbox, system } = await openOffice();
    expect(await refusal(sandbox, '/batch', { method: 'POST', body })).toMatchObject({ status, code });
    expect(system.received).toEqual([]);
  });
});

describe('questions about states', () => {
  const states = (...taskIds: string[]) => ({
    ...{ code: 0, message: 'ok' },
    data: taskIds.map((taskId) => ({ taskId, taskStatus: 'IN_PROGRESS', taskData: {} })),
  });

  it('all are asked now, where the address was set, and every run can be read', async () => {
    const { sandbox, system } = await openOffice({}, states('t-1', 't-2'));
    expect(await send(sandbox, '/status-runs', {})).toEqual({ runs: [] });
    const url = `${system.url}/states`;
    const set = await send(sandbox, '/apps/approvals/status-url', { url }, 'PUT');
    expect(set).toMatchObject({ app: { appId: 'approvals', hasStatusUrl: true } });
    const { runs } = await send<{ runs: unknown[] }>(sandbox, '/status-runs', {});
    expect(runs).toMatchObject([{ trigger: 'nightly', taskIds: ['t-1', 't-2'], problems: [] }]);
    expect(await ask(sandbox, '/status-runs')).toEqual({ runs });
    await send(sandbox, '/apps/approvals/status-url', { url: null }, 'PUT');
    expect(await send(sandbox, '/status-runs', {})).toEqual({ runs: [] });
  });

  it('a task that is opened after so many hours is asked about', async () => {
    const { sandbox, system } = await openOffice({}, states('t-1'));
    sandbox.setStatusUrl('approvals', system.url);
    expect(await send(sandbox, '/tasks/t-1/open', { account: 'bo' })).toEqual({ lists: ['pending'] });
    await send(sandbox, '/clock/advance', { hours: 25 });
    const opened = await send(sandbox, '/tasks/t-1/open', { account: 'bo' });
    expect(opened).toMatchObject({ lists: ['pending'], asked: { trigger: 'open', states: { 't-1': 'IN_PROGRESS' } } });
    const foreign = { method: 'POST', body: { account: 'chen' } };
    expect(await refusal(sandbox, '/tasks/t-1/open', foreign)).toMatchObject({ status: 409, code: 'ERR_NOT_OFFERED' });
  });

  it.each([
    ['/apps/payroll/status-url', { url: null }, 404, 'ERR_APP_UNKNOWN'],
    ['/apps/approvals/status-url', { url: 'ftp://host/' }, 400, 'ERR_INPUT_INVALID'],
    ['/apps/approvals/status-url', {}, 400, 'ERR_INPUT_INVALID'],
  ])('PUT %s with %j is refused', async (path, body, status, code) => {
    const sandbox = await openSandbox();
    expect(await refusal(sandbox, path, { method: 'PUT', body })).toMatchObject({ status, code });
  });
});

describe('messages', () => {
  it('are read on one side and are read on both', async () => {
    const sandbox = await openSandbox();
    await sendMessage(sandbox, notice({ sendId: 'm-1', toPersons: 'bo' }));
    const list = (side: string) => ask<{ messages: { isRead: boolean }[] }>(sandbox, `/accounts/bo/messages${side}`);
    expect((await list('')).messages).toMatchObject([{ sendId: 'm-1', isRead: false }]);
    const read = await send(sandbox, '/accounts/bo/messages/m-1/read', { side: 'mobile' });
    expect(read).toMatchObject({ message: { sendId: 'm-1', isRead: true, readOn: 'mobile' } });
    expect((await list('?side=pc')).messages).toMatchObject([{ isRead: true, readOn: 'mobile' }]);
    const { notifications } = await ask<{ notifications: unknown[] }>(sandbox, '/accounts/bo/notifications');
    expect(notifications).toEqual(sandbox.notifications('bo'));
    expect(await ask(sandbox, '/messages')).toEqual({ messages: sandbox.sentMessages() });
    expect(await ask(sandbox, '/messages/m-1')).toMatchObject({ message: { sendId: 'm-1', readBy: ['bo'] } });
  });

  it.each([
    ['/accounts/chen/messages/m-1/read', {}, 404, 'ERR_MESSAGE_UNKNOWN'],
    ['/accounts/bo/messages/m-2/read', {}, 404, 'ERR_MESSAGE_UNKNOWN'],
    ['/accounts/bo/messages/m-1/read', { side: 'phone' }, 400, 'ERR_INPUT_INVALID'],
  ])('POST %s with %j is refused', async (path, body, status, code) => {
    const sandbox = await openSandbox();
    await sendMessage(sandbox, notice({ sendId: 'm-1', toPersons: 'bo' }));
    expect(await refusal(sandbox, path, { method: 'POST', body })).toMatchObject({ status, code });
    expect(sandbox.messages('bo')).toMatchObject([{ isRead: false }]);
  });
});

describe('faults', () => {
  it('are set, counted and cleared', async () => {
    const sandbox = await openSandbox();
    const plan = { seed: 7, rules: [{ fault: 'http-error-before', calls: ['token'], next: 2 }] };
    expect(await send(sandbox, '/faults', plan, 'PUT')).toMatchObject({ seed: 7, active: [{ struck: 0, left: 2 }] });
    await expect(fetchToken(sandbox)).rejects.toThrow();
    expect(await ask(sandbox, '/faults')).toMatchObject({ active: [{ struck: 1, left: 1 }] });
    expect(await ask(sandbox, '/faults')).toHaveProperty('known', sandbox.faults.known);
    expect(await ask(sandbox, '/faults', { method: 'DELETE' })).toMatchObject({ active: [] });
    await fetchToken(sandbox);
  });

  it('are added and removed one by one, and the others keep their counts', async () => {
    const sandbox = await openSandbox();
    sandbox.faults.set({ seed: 7, rules: [{ fault: 'http-error-before', calls: ['token'], next: 1 }] });
    await expect(fetchToken(sandbox)).rejects.toThrow();
    const both = {
      seed: 7,
      active: [
        { struck: 1, left: 0 },
        { rule: { fault: 'lost' }, struck: 0 },
      ],
    };
    const rule = { fault: 'lost', next: 1 };
    expect(await send(sandbox, '/faults', { rule })).toMatchObject(both);
    const refused = await refusal(sandbox, '/faults', {
      method: 'POST',
      body: { rule: { fault: 'explode', next: 1 } },
    });
    expect(refused).toMatchObject({ status: 400, code: 'ERR_INPUT_INVALID' });
    const after = await send<{ active: { id: number }[] }>(sandbox, '/faults', { rule, seed: 8 });
    expect(after).toMatchObject({ ...both, seed: 8, active: [...both.active, { rule }] });
    const path = `/faults/${after.active[1]?.id}`;
    expect(await ask(sandbox, path, { method: 'DELETE' })).toMatchObject({ active: [{ struck: 1 }, { rule }] });
    expect(await ask(sandbox, path, { method: 'DELETE' })).toHaveProperty('active.length', 2);
  });

  it('of a plan that cannot be are refused, each by its path, and the rules stay', async () => {
    const sandbox = await openSandbox();
    sandbox.faults.set({ rules: [{ fault: 'lost', next: 1 }] });
    const body = { rules: [{ fault: 'lost', calls: ['token'], next: 1 }, { fault: 'explode' }] };
    const refused = await refusal(sandbox, '/faults', { method: 'PUT', body });
    expect(refused).toMatchObject({ status: 400, code: 'ERR_INPUT_INVALID' });
    expect(refused.problems?.map(({ path }) => path)).toContain('rules[0].calls');
    expect(sandbox.faults.active).toMatchObject([{ rule: { fault: 'lost' } }]);
  });

  it('do not apply to the control API, which is not in the traffic or the record', async () => {
    const { sandbox } = await openOffice();
    const before = sandbox.traffic.length;
    sandbox.faults.set({ rules: [{ fault: 'reset-before', probability: 1 }] });
    expect((await callControl(sandbox, '/accounts')).status).toBe(200);
    expect(sandbox.traffic).toHaveLength(before);
  });
});

describe('the clock', () => {
  it('is set forward: tokens expire, scheduled messages come, and 23:00:00 passes', async () => {
    const { sandbox, system } = await openOffice({ clock: () => NOON, nightlyRun: true }, 'no answer to the question');
    sandbox.setStatusUrl('approvals', system.url);
    await sendMessage(sandbox, notice({ toPersons: 'bo', sendTime: '2025-06-01 23:00:01' }));
    const token = await fetchToken(sandbox);
    expect(sandbox.messages('bo')).toEqual([]);
    const clock = await send<ClockAnswer>(sandbox, '/clock/advance', { hours: 11, minutes: 1, seconds: 0.5 });
    expect(clock).toEqual({
      ...{ now: NOON + 39_660_500, time: '2025-06-01 23:01:00', timeZone: 'Asia/Shanghai', aheadMs: 39_660_500 },
    });
    expect(await ask(sandbox, '/clock')).toEqual(clock);
    expect(sandbox.messages('bo')).toHaveLength(1);
    await expect.poll(() => sandbox.statusRuns.length).toBe(1);
    const url = `${sandbox.baseUrl}/apis/ttc/v1/transaction/poa/taskHandle`;
    const headers = { authorization: token, 'content-type': 'application/json' };
    expect((await fetch(url, { method: 'POST', headers, body: '[]' })).status).toBe(401);
  });

  it('leaves the tokens of persons to the clock of those who check them', async () => {
    const { sandbox, system } = await openOffice({ clock: () => NOON });
    sandbox.advanceClock(86_400_000);
    await sandbox.press('t-1', { action: 'Approve', account: 'bo' });
    const [, claims = ''] = String(system.received[0]?.headers['x-id-token']).split('.');
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ iat: NOON / 1000 });
  });

  it.each([{}, { hours: 0 }, { hours: -1 }, { hours: '1' }, { days: 1 }, { hours: 1e9 }])(
    '%j is no step forward, and is refused',
    async (body) => {
      const sandbox = await openSandbox();
      const refused = await refusal(sandbox, '/clock/advance', { method: 'POST', body });
      expect(refused).toMatchObject({ status: 400, code: 'ERR_INPUT_INVALID' });
      expect(sandbox.aheadMs()).toBe(0);
    },
  );

  it('cannot be set back', async () => {
    const sandbox = await openSandbox();
    for (const ms of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => sandbox.advanceClock(ms)).toThrow(expect.objectContaining({ code: 'ERR_INPUT_INVALID' }));
    }
  });
});

describe('what is not there', () => {
  it.each([
    ['GET', '/tasks/t-9', 404, 'ERR_TASK_UNKNOWN'],
    ['GET', '/tasks/t-1?account=nobody', 404, 'ERR_ACCOUNT_UNKNOWN'],
    ['GET', '/tasks/t-1?acount=bo', 400, 'ERR_INPUT_INVALID'],
    ['GET', '/tasks/t-1?account=bo&account=chen', 400, 'ERR_INPUT_INVALID'],
    ['GET', '/accounts?all=1', 400, 'ERR_INPUT_INVALID'],
    ['GET', '/accounts/nobody/pending', 404, 'ERR_ACCOUNT_UNKNOWN'],
    ['GET', '/transactions/none', 404, 'ERR_TRANSACTION_UNKNOWN'],
    ['GET', '/messages/none', 404, 'ERR_MESSAGE_UNKNOWN'],
    ['GET', '/task/t-1', 404, 'ERR_PATH_UNKNOWN'],
    ['GET', '/tasks/%ff', 404, 'ERR_PATH_UNKNOWN'],
    ['GET', '/', 404, 'ERR_PATH_UNKNOWN'],
    ['DELETE', '/tasks/t-1', 405, 'ERR_METHOD_NOT_ALLOWED'],
    ['GET', '/tasks/t-1/press', 405, 'ERR_METHOD_NOT_ALLOWED'],
  ])('%s %s: %i %s', async (method, path, status, code) => {
    const { sandbox } = await openOffice();
    expect(await refusal(sandbox, path, { method })).toMatchObject({ status, code });
  });

  it('an id with a slash and a blank is one part of the path, in its code', async () => {
    const sandbox = await openSandbox();
    await openTasks(sandbox, nextTask('a/b c'));
    expect(await ask(sandbox, '/tasks/a%2Fb%20c')).toMatchObject({ task: { taskId: 'a/b c' } });
  });

  it('controlApi false: nothing is', async () => {
    const sandbox = await openSandbox({ controlApi: false });
    expect(sandbox.controlUrl).toBeUndefined();
    const answer = await fetch(new URL('/sandbox/accounts', sandbox.baseUrl));
    expect([answer.status, await answer.json()]).toMatchObject([404, { code: 404 }]);
  });
});
