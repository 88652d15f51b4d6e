/** The parts of the plugin that a service uses alone; `examples/parts.ts` shows them together. */
import { expect, test } from 'vitest';
import {
  type CallbacksOptions,
  composeCalls,
  composeTaskStatus,
  InputError,
  judgeReports,
  openAddresses,
  openCallbacks,
  openCenter,
  type Report,
  type TaskView,
} from '../../src/plugin/index.ts';

const SECRET = 'k'.repeat(40);
const ADDRESSES = { appId: 'app', publicUrl: 'https://host.example/x/', signingKeys: [{ id: 'k1', secret: SECRET }] };
const CALLBACKS: CallbacksOptions = {
  ...ADDRESSES,
  cipher: { kind: 'none' },
  idToken: 'trust-center',
  press: async () => ({ kind: 'applied', message: 'done' }),
  logger: { debug() {}, info() {}, warn() {}, error() {} },
};
const PARAMETERS = { accountName: 'bo', time: '2026-03-01 10:00:00', opinions: '', nextNodeKey: null };

async function problemsOf(opening: Promise<unknown>): Promise<string[]> {
  const error = await opening.catch((thrown: unknown) => thrown);
  if (!(error instanceof InputError)) throw new Error('nothing was refused');
  expect(error.code).toBe('ERR_CONFIG_INVALID');
  expect(JSON.stringify([error.message, error.details])).not.toContain('short');
  return (error.details.problems as { path: string }[]).map(({ path }) => path);
}

test('every problem of the options is listed with its path, and no secret is quoted', async () => {
  const center = { baseUrl: 'ftp://x', authUrl: 'http://x', clientId: '', clientSecret: 'short', retries: 3 };
  expect(await problemsOf(openCenter(center as never))).toEqual(['baseUrl', 'clientId', 'retries']);
  const keys = [{ id: 'k 1', secret: 'short' }];
  expect(await problemsOf(openAddresses({ ...ADDRESSES, signingKeys: keys }))).toEqual([
    'signingKeys[0].id',
    'signingKeys[0].secret',
  ]);
  const cipher = { kind: 'aes-gcm', key: 'short' } as const;
  expect(await problemsOf(openCallbacks({ ...CALLBACKS, cipher, press: 1 as never }))).toEqual(['cipher.key', 'press']);
});

test('an address is read only where one of the keys signed it, under any host and prefix', async () => {
  const old = await openAddresses({ ...ADDRESSES, signingKeys: [{ id: 'k0', secret: 'o'.repeat(32) }] });
  const both = await openAddresses({
    ...ADDRESSES,
    signingKeys: [...ADDRESSES.signingKeys, { id: 'k0', secret: 'o'.repeat(32) }],
  });
  const url = old.actionUrl('i.1', { key: 'approve' });
  expect(url).toMatch(/^https:\/\/host\.example\/x\/tasks\/i\.1\/approve\/k0\./);
  const signed = { taskId: 'i.1', actionKey: 'approve' };
  expect(both.readActionUrl(url)).toEqual(signed);
  expect(both.readActionUrl(url.replace('host.example/x', 'other.example'))).toEqual(signed);
  expect(both.readActionUrl(url.replace('approve', 'reject'))).toBeUndefined();
  expect(both.readActionUrl(both.statusUrl())).toBeUndefined();
  expect((await openAddresses(ADDRESSES)).readActionUrl(url)).toBeUndefined();
  expect(both.readActionUrl('not a url')).toBeUndefined();
});

test('a press is verified and decoded without being decided, or there is the response that refuses it', async () => {
  const callbacks = await openCallbacks({
    ...CALLBACKS,
    press: () => Promise.reject(new Error('nothing is to be decided')),
  });
  const call = (url: string) =>
    callbacks.readPress(
      new Request(url, {
        method: 'POST',
        headers: { uuid: 'u-1', 'content-type': 'application/json' },
        body: JSON.stringify(PARAMETERS),
      }),
    );
  const url = callbacks.actionUrl('i.1', { key: 'approve' });
  expect(await call(url)).toEqual({
    taskId: 'i.1',
    press: { account: 'bo', actionKey: 'approve', time: Date.parse('2026-03-01T10:00:00+08:00') },
    call: { uuid: 'u-1', replayKey: expect.stringMatching(/^\["u-1","i\.1","approve","[0-9a-f]{64}"\]$/) },
  });
  const refused = await call(`${url}x`);
  expect('refused' in refused && refused.refused.status).toBe(401);
});

test('without answerStatus there is no task-status callback; with it the answers are those of the service', async () => {
  const silent = await openCallbacks(CALLBACKS);
  const ask = (url: string) =>
    new Request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ taskIds: ['i.1'] }),
    });
  expect((await silent.fetch(ask(silent.statusUrl()))).status).toBe(404);
  const answering = await openCallbacks({
    ...CALLBACKS,
    answerStatus: async (taskIds) => taskIds.map((taskId) => ({ taskId, taskStatus: 'IN_PROGRESS', taskData: {} })),
  });
  const answer = await answering.fetch(ask(answering.statusUrl()));
  expect(await answer.json()).toEqual({
    code: 0,
    message: 'success',
    data: [{ taskId: 'i.1', taskStatus: 'IN_PROGRESS', taskData: {} }],
  });
});

const reportOf = (previousTaskId: string): Report => ({
  kind: 'handled',
  reason: 'It was handled.',
  item: { appId: 'app', handler: 'bo', status: 'none', previousTaskId },
});
const error = (taskId: string, code: number) => ({ taskId, code, message: '' });

test('what an answer means depends on what an earlier call may have done', () => {
  const report = reportOf('i.1');
  const finished = { kind: 'answered', errors: [error('i.1', 2005)] } as const;
  expect(judgeReports([{ report }], finished)).toMatchObject([{ outcome: 'park', refusedIds: ['i.1'] }]);
  expect(judgeReports([{ report, repeat: true }], finished)).toEqual([{ outcome: 'delivered' }]);
});

test('after a failed call each report is sent again, alone, as a repeat if the call may have arrived', () => {
  const attempts = [{ report: reportOf('i.1') }, { report: reportOf('j.1') }];
  const failed = { kind: 'failed', reason: 'HTTP 503', mayHaveArrived: true, retryAfterMs: 2_000 } as const;
  const again = { outcome: 'retry', because: 'call-failed', reason: 'HTTP 503', repeat: true, alone: true };
  expect(judgeReports(attempts, failed)).toEqual([
    { ...again, refusedIds: [], retryAfterMs: 2_000 },
    { ...again, refusedIds: [], retryAfterMs: 2_000 },
  ]);
});

test('an entry that names none of several reports makes each of them unclear; one that names a report, only this one', () => {
  const attempts = [{ report: reportOf('i.1') }, { report: reportOf('j.1') }];
  expect(judgeReports(attempts, { kind: 'answered', errors: [error('', 500)] })).toMatchObject([
    { outcome: 'retry', because: 'unclear', alone: true, repeat: true },
    { outcome: 'retry', because: 'unclear', alone: true, repeat: true },
  ]);
  expect(judgeReports(attempts, { kind: 'answered', errors: [error('j.1', 500)] })).toMatchObject([
    { outcome: 'delivered' },
    { outcome: 'retry', because: 'refused', repeat: false, refusedIds: ['j.1'] },
  ]);
});

test('reports that share an id, or that must be sent alone, are sent in calls of their own, in order', () => {
  const attempts = [
    { report: reportOf('i.1'), name: 'first' },
    { report: reportOf('j.1'), name: 'alone', alone: true },
    { report: reportOf('i.1'), name: 'second' },
    { report: reportOf('k.1'), name: 'other' },
  ];
  const calls = composeCalls(attempts).map((call) => call.map(({ name }) => name));
  expect(calls).toEqual([['first', 'other'], ['alone'], ['second']]);
});

test('status answers are composed from rows of tasks: in the order of the question, with what the row says', () => {
  const open: TaskView = {
    ...{ taskId: 'i.1', instanceId: 'i', nodeId: 'a', nodeName: 'A', executionId: 'a_1', state: 'IN_PROGRESS' },
    ...{ handlers: ['ann'], handlingGroups: [], createdAt: 0, closedAt: null, appliedAt: null, handler: null },
    ...{ opinions: null, handleStatus: null, handlerName: null, turnHandler: null, suspendedAt: null, signedBy: [] },
    ...{ report: null, isSystem: false, panel: null, reportWait: null, actionUses: {} },
  };
  const closedAt = Date.parse('2026-03-01T10:00:00+08:00');
  const closed = {
    closedAt,
    appliedAt: closedAt,
    handler: 'bo',
    opinions: 'fine',
    report: { status: 'none' as const, next: [] },
  };
  const finished = { ...open, ...closed, taskId: 'i.2', state: 'FINISH' } as const;
  const ended = {
    ...open,
    taskId: 'i.3',
    handlers: [],
    handlingGroups: ['staff'],
    state: 'TERMINATED',
    closedAt,
  } as const;
  const options = { appId: 'app', unknownTaskStatus: 'TERMINATED', now: closedAt } as const;
  const at = '2026-03-01 10:00:00';
  expect(composeTaskStatus(['i.9', 'i.2', 'i.1', 'i.2', 'i.3'], [open, finished, ended], options)).toEqual([
    { taskId: 'i.9', taskStatus: 'TERMINATED', taskData: { handleTime: at, handler: 'System' } },
    ...[finishedEntry(at), { taskId: 'i.1', taskStatus: 'IN_PROGRESS', taskData: {} }, finishedEntry(at)],
    { taskId: 'i.3', taskStatus: 'TERMINATED', taskData: { handleTime: at, handler: 'System' } },
  ]);
  expect(() => composeTaskStatus([], [], { appId: '', timeZone: 'Mars' })).toThrow(
    expect.objectContaining({ code: 'ERR_CONFIG_INVALID' }),
  );
});

function finishedEntry(handleTime: string) {
  const taskData = { handleTime, handleOpinions: 'fine', handler: 'bo', status: 'none' };
  return { taskId: 'i.2', taskStatus: 'FINISH', taskData };
}
