import { describe, expect, it } from 'vitest';
import { DEFAULT_APPS } from '../../../src/sandbox/setup/apps.ts';
import {
  askToken,
  callTaskHandle,
  fetchToken,
  nextTask,
  openBusinessSystem,
  openSandbox,
  openTasks,
  type RawObject,
  report,
  reportItem,
  TOKEN_FORM,
} from '../business-system.ts';

const finished = { code: 2005, taskId: 't-1', message: 'this task has been finished' };

describe('States and transitions, status none, whose resulting state is not stated', () => {
  it('noneKeepsPending false: the task leaves the pending list and is handled', async () => {
    const sandbox = await openSandbox({ switches: { noneKeepsPending: false } });
    await openTasks(sandbox, nextTask('t-1'));
    expect(await report(sandbox, reportItem('t-1', 'none'))).toEqual([]);
    expect(sandbox.pending('bo')).toEqual([]);
    expect(sandbox.handled('bo').map((task) => task.taskId)).toEqual(['t-1']);
    expect(await report(sandbox, reportItem('t-1', 'end'))).toEqual([finished]);
  });

  it('noneKeepsPending true: the record is added, the task stays pending until next or end handles it', async () => {
    const sandbox = await openSandbox({ switches: { noneKeepsPending: true } });
    await openTasks(sandbox, nextTask('t-1', { handlers: 'bo,chen' }));
    expect(await report(sandbox, reportItem('t-1', 'none'))).toEqual([]);
    expect(sandbox.task('t-1')?.records).toHaveLength(1);
    expect(sandbox.pending('bo').map((task) => task.taskId)).toEqual(['t-1']);
    expect(sandbox.handled('bo')).toEqual([]);
    expect(await report(sandbox, reportItem('t-1', 'end', { handler: 'chen' }))).toEqual([]);
    expect(sandbox.pending('bo')).toEqual([]);
    expect(sandbox.handled('bo')).toHaveLength(1);
    expect(sandbox.transactions()[0]?.conclusions).toHaveLength(1);
  });
});

describe("noneKeepsPending 'for-others'", () => {
  const open = async (more: RawObject) => {
    const sandbox = await openSandbox({ switches: { noneKeepsPending: 'for-others' } });
    await openTasks(sandbox, nextTask('t-1', more));
    const listed = (list: 'pending' | 'handled') =>
      ['bo', 'chen', 'emil', 'gu'].filter((account) => sandbox[list](account).length > 0);
    return { sandbox, listed };
  };

  it('a task that several sign is pending for those who have not signed, and handled for the others', async () => {
    const { sandbox, listed } = await open({ handlers: 'bo,chen,gu' });
    expect(await report(sandbox, reportItem('t-1', 'none'))).toEqual([]);
    expect([listed('pending'), listed('handled')]).toEqual([['chen', 'gu'], ['bo']]);
    expect(await report(sandbox, reportItem('t-1', 'none'))).toEqual([finished]);
    expect(await report(sandbox, reportItem('t-1', 'none', { handler: 'chen' }))).toEqual([]);
    expect(await report(sandbox, reportItem('t-1', 'end', { handler: 'gu' }))).toEqual([]);
    expect([listed('pending'), listed('handled')]).toEqual([[], ['bo', 'chen', 'gu']]);
  });

  it('is handled when the last of them says none, and at once where there is only one', async () => {
    const { sandbox, listed } = await open({ handlers: null, handlingGroup: 'legal' });
    await report(sandbox, reportItem('t-1', 'none', { handler: 'emil' }));
    expect([listed('pending'), sandbox.task('t-1')?.state]).toEqual([['gu'], 'pending']);
    await report(sandbox, reportItem('t-1', 'none', { handler: 'gu' }));
    expect([listed('pending'), sandbox.task('t-1')?.state]).toEqual([[], 'handled']);
    expect(await report(sandbox, reportItem('t-1', 'next', { handler: 'gu', next: [nextTask('t-2')] }))).toEqual([
      finished,
    ]);
    expect(sandbox.pending('bo')).toHaveLength(1);
  });

  it('next or end by somebody who has handled it already ends it for all', async () => {
    const { sandbox, listed } = await open({ handlers: 'bo,chen' });
    await report(sandbox, reportItem('t-1', 'none'));
    expect(await report(sandbox, reportItem('t-1', 'next', { next: [nextTask('t-2', { handlers: 'gu' })] }))).toEqual(
      [],
    );
    expect([listed('pending'), sandbox.task('t-1')?.state]).toEqual([['gu'], 'handled']);
  });
});

describe('endOnHandledTask', () => {
  it.each([
    ['refuse', 0],
    ['conclude', 1],
  ] as const)('%s: the item fails with 2005, and there are %i conclusions', async (endOnHandledTask, conclusions) => {
    const sandbox = await openSandbox({ switches: { endOnHandledTask } });
    await openTasks(sandbox, nextTask('t-1'));
    await report(sandbox, reportItem('t-1', 'none'));
    expect(await report(sandbox, reportItem('t-1', 'end'))).toEqual([finished]);
    expect(sandbox.transactions()[0]?.conclusions).toHaveLength(conclusions);
  });
});

describe('unknownPreviousTask', () => {
  it.each([
    ['transaction-per-id', [['t-1', 't-2'], ['t-3']]],
    ['transaction-per-report', [['t-1'], ['t-2'], ['t-3']]],
    ['create-nothing', []],
  ] as const)('%s: the tasks stand in the transactions %j', async (unknownPreviousTask, transactions) => {
    const sandbox = await openSandbox({ switches: { unknownPreviousTask } });
    const errors = await report(
      sandbox,
      reportItem('i-1.start', 'next', { next: [nextTask('t-1')] }),
      reportItem('i-1.start', 'next', { next: [nextTask('t-2')] }),
      reportItem('i-2.start', 'next', { next: [nextTask('t-3')] }),
    );
    expect(errors.map((error) => [error.code, error.taskId])).toEqual([
      [2004, 'i-1.start'],
      [2004, 'i-1.start'],
      [2004, 'i-2.start'],
    ]);
    expect(sandbox.transactions().map((transaction) => transaction.taskIds)).toEqual(transactions);
  });
});

describe('handledPreviousTask', () => {
  it.each([
    ['create', ['t-1', 't-2', 't-3']],
    ['create-nothing', ['t-1', 't-2']],
  ] as const)('%s: the answer is 2005 alone, and the tasks are %j', async (handledPreviousTask, taskIds) => {
    const sandbox = await openSandbox({ switches: { handledPreviousTask } });
    await openTasks(sandbox, nextTask('t-1'));
    expect(await report(sandbox, reportItem('t-1', 'next', { next: [nextTask('t-2')] }))).toEqual([]);
    expect(await report(sandbox, reportItem('t-1', 'next', { next: [nextTask('t-3')] }))).toEqual([finished]);
    expect(sandbox.transactions().map((transaction) => transaction.taskIds)).toEqual([taskIds]);
  });
});

describe('duplicateTaskId', () => {
  it('ignore: no error, and the task exists once, unchanged', async () => {
    const sandbox = await openSandbox({ switches: { duplicateTaskId: 'ignore' } });
    await openTasks(sandbox, nextTask('t-1'));
    await openTasks(sandbox, nextTask('t-1', { handlers: 'chen' }));
    expect(sandbox.task('t-1')?.handlers).toEqual(['bo']);
    expect(sandbox.transactions().map((transaction) => transaction.taskIds)).toEqual([['t-1']]);
  });
});

describe('buttonAnswer: which answer says that the business system took the press', () => {
  const taken = { code: 0, message: 'ok' };
  const refused = { code: 2005, message: 'this task has been finished' };
  it.each([
    ['code-0-if-any', 200, taken, 'suspended'],
    ['code-0-if-any', 200, refused, 'pending'],
    ['code-0-if-any', 204, undefined, 'suspended'],
    ['code-0-if-any', 500, taken, 'pending'],
    ['any-2xx', 200, taken, 'suspended'],
    ['any-2xx', 200, refused, 'suspended'],
    ['any-2xx', 204, undefined, 'suspended'],
    ['any-2xx', 500, taken, 'pending'],
    ['code-0', 200, taken, 'suspended'],
    ['code-0', 200, refused, 'pending'],
    ['code-0', 204, undefined, 'pending'],
    ['code-0', 500, taken, 'pending'],
  ] as const)('%s: HTTP %i with %j leaves the task %s', async (buttonAnswer, status, answer, state) => {
    const sandbox = await openSandbox({ switches: { buttonAnswer } });
    const business = await openBusinessSystem(status, answer);
    const hold = { name: 'Hold', type: 'HANG_UP', url: business.url, optType: 0, method: 'post' };
    await openTasks(sandbox, nextTask('t-1', { actions: [hold] }));
    expect((await sandbox.press('t-1', { action: 'Hold', account: 'bo' })).status).toBe(status);
    expect(sandbox.task('t-1')?.state).toBe(state);
  });
});

describe('asksAboutSuspended', () => {
  const open = async (asksAboutSuspended: boolean) => {
    const sandbox = await openSandbox({ switches: { asksAboutSuspended }, statusAfterHours: 0, nightlyRun: false });
    const taskData = { handleTime: '2025-06-01 10:00:00', endTime: '2025-06-01 10:00:00', handler: 'bo' };
    const entry = { taskId: 't-1', taskStatus: 'SUSPENDED', taskData };
    const business = await openBusinessSystem(200, { code: 0, message: 'ok', data: [entry] });
    sandbox.setStatusUrl('approvals', business.url);
    await openTasks(sandbox, nextTask('t-1'));
    expect(await sandbox.runNightly()).toMatchObject([{ taskIds: ['t-1'], problems: [] }]);
    expect(sandbox.task('t-1')?.state).toBe('suspended');
    return sandbox;
  };

  it('true: a suspended task is asked about every night', async () => {
    const sandbox = await open(true);
    expect(await sandbox.runNightly()).toMatchObject([{ taskIds: ['t-1'] }]);
  });

  it('false: no more, neither at night nor when it is opened', async () => {
    const sandbox = await open(false);
    expect(await sandbox.runNightly()).toEqual([]);
    expect(await sandbox.open('t-1', 'bo')).toMatchObject({ lists: ['pending'], asked: undefined });
  });
});

describe('turnMovesTask: who has a task that was answered TURN', () => {
  const successor = { appId: 'approvals', taskId: 't-9', nodeId: 'manager', nodeName: 'Manager', handlers: 'chen' };
  const open = async (turnMovesTask: false | true | 'without-next', next: RawObject) => {
    const sandbox = await openSandbox({ switches: { turnMovesTask }, nightlyRun: false });
    const taskData = { handleTime: '2025-06-01 10:00:00', handler: 'bo', turnHandler: 'chen', ...next };
    const data = [{ taskId: 't-1', taskStatus: 'TURN', taskData }];
    const business = await openBusinessSystem(200, { code: 0, message: 'ok', data });
    sandbox.setStatusUrl('approvals', business.url);
    await openTasks(sandbox, nextTask('t-1', { handlers: 'bo,emil', canDelegate: 1 }));
    sandbox.delegate('t-1', { from: 'emil', to: 'dara' });
    expect(await sandbox.runNightly()).toMatchObject([{ states: { 't-1': 'TURN' }, problems: [] }]);
    return sandbox;
  };
  const listed = (tasks: readonly { readonly taskId: string }[]) => tasks.map(({ taskId }) => taskId);

  it.each([
    [false, {}, []],
    [false, { next: [successor] }, ['t-9']],
    ['without-next', {}, ['t-1']],
    ['without-next', { next: [successor] }, ['t-9']],
    [true, {}, ['t-1']],
    [true, { next: [successor] }, ['t-1', 't-9']],
  ] as const)('%s, with %j: turnHandler has %j', async (turnMovesTask, next, expected) => {
    const sandbox = await open(turnMovesTask, next);
    expect(listed(sandbox.pending('chen'))).toEqual(expected);
    expect(['bo', 'emil', 'dara'].map((account) => sandbox.pending(account))).toEqual([[], [], []]);
    const state = (expected as readonly string[]).includes('t-1') ? 'pending' : 'turned';
    const changes = [
      { cause: 'delegation', handler: 'emil', delegate: 'dara' },
      { to: state, handler: 'bo', turnHandler: 'chen' },
    ];
    expect(sandbox.task('t-1')).toMatchObject({ state, changes });
  });

  it('true: only turnHandler may handle it from then on, and the same answer again changes nothing', async () => {
    const sandbox = await open(true, {});
    expect(await report(sandbox, reportItem('t-1', 'none'))).toMatchObject([{ code: 500, taskId: 't-1' }]);
    expect(await report(sandbox, reportItem('t-1', 'none', { handler: 'chen' }))).toEqual([]);
    const again = await open(true, {});
    await again.runNightly();
    expect(again.task('t-1')?.changes).toHaveLength(2);
  });
});

describe('newTokenEndsOld', () => {
  const other = { ...DEFAULT_APPS[0], appId: 'other', clientId: 'other-client', clientSecret: 'other-secret' };

  it.each([
    [false, [200, 200, 200]],
    [true, [401, 200, 200]],
  ] as const)('%s: an old token, the new one, and that of another client are answered %j', async (ends, statuses) => {
    const apps = [...DEFAULT_APPS, { name: 'Other', scopes: ['ttc:v1:writeTtc'], ...other }];
    const sandbox = await openSandbox({ switches: { newTokenEndsOld: ends }, apps });
    const fetchOther = async () => {
      const form = {
        ...TOKEN_FORM,
        client_id: 'other-client',
        client_secret: 'other-secret',
        scope: 'ttc:v1:writeTtc',
      };
      return ((await (await askToken(sandbox, form)).json()) as { access_token: string }).access_token;
    };
    const tokens = [await fetchToken(sandbox), await fetchOther(), await fetchToken(sandbox)];
    const answers = [];
    for (const authorization of [tokens[0], tokens[2], tokens[1]]) {
      const headers = { authorization: authorization ?? '', 'content-type': 'application/json' };
      answers.push((await callTaskHandle(sandbox, '[]', headers)).status);
    }
    expect(answers).toEqual(statuses);
  });
});
