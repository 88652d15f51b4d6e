import { once } from 'node:events';
import { mkdirSync, readFileSync, rmdirSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createSandbox, type Sandbox } from '../../../src/sandbox/index.ts';
import { DEFAULT_DIRECTORY } from '../../../src/sandbox/setup/directory.ts';
import { tempFile } from '../../cli/temp-file.ts';
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

/** All that anybody can see of what a center remembers. */
function look(sandbox: Sandbox) {
  const accounts = DEFAULT_DIRECTORY.accounts.map(({ account }) => account);
  const transactions = sandbox.transactions();
  return {
    transactions,
    tasks: transactions.flatMap(({ taskIds }) => taskIds.map((taskId) => sandbox.task(taskId))),
    lists: accounts.map((account) => [
      ...[sandbox.pending(account), sandbox.handled(account), sandbox.initiated(account)],
      ...[sandbox.messages(account), sandbox.notifications(account)],
    ]),
    messages: sandbox.sentMessages(),
  };
}

const api = (name: string, type: string, url: string, more = {}) => ({
  ...{ name, type, url, optType: 0, method: 'post' },
  ...more,
});

it('the state of a center is complete when it is started again with its file', async () => {
  const data = tempFile('state.json');
  const clock = { now: Date.parse('2025-06-01T09:00:00+08:00') };
  const options = { data, clock: () => clock.now, transTypeCodes: ['leave'], nightlyRun: false };
  const business = await openBusinessSystem();
  const { url } = business;
  const first = await openSandbox(options);

  const buttons = [api('Hold', 'HANG_UP', url), api('End', 'BREAK_UP', url)];
  const own = { initiator: 'anna', transcationName: 'Trip', transSummary: ['Days|3'], actions: buttons };
  const more = { handlingGroup: 'legal', handlers: null, transTypeCode: 'new', autoCreateTransType: true };
  await openTasks(first, nextTask('t-1', own), nextTask('t-2', more));
  await report(first, reportItem('i-2.start', 'next', { next: [nextTask('t-3', own)] }));
  const back = { ...api('Back', 'HANDLEDR', url), optType: '0', times: 1 };
  await report(
    first,
    reportItem('t-1', 'next', { next: [nextTask('t-4')], handleOpinions: 'ok', previousActions: [back] }),
  );
  await report(first, reportItem('t-4', 'end'));
  await first.press('t-1', { action: 'Back', account: 'bo' });
  await first.press('t-3', { action: 'Hold', account: 'bo', opinions: 'later' });
  await first.press('t-3', { action: 'End', account: 'anna' });

  await sendMessage(first, notice({ sendId: 's-1', toPersons: 'bo,anna,nobody' }));
  await sendMessage(first, notice({ sendId: 's-2', toPersons: 'bo', sendTime: '2025-06-02 09:00:00' }));
  first.readMessage('s-1', 'bo', 'mobile');
  first.setStatusUrl('approvals', `${url}/states`);
  const before = look(first);
  await first.close();

  const second = await openSandbox(options);
  expect(look(second)).toEqual(before);
  expect(before.tasks.map((task) => task?.state)).toEqual(['handled', 'pending', 'handled', 'terminated']);
  expect(before.messages.map(({ state, readBy }) => [state, readBy])).toEqual([
    ['sent', ['bo']],
    ['scheduled', []],
  ]);

  // The button is used up, the type is known, the unknown task has its transaction, and the scheduled message goes out.
  await expect(second.press('t-1', { action: 'Back', account: 'bo' })).rejects.toMatchObject({
    code: 'ERR_BUTTON_UNKNOWN',
  });
  const [unknown, ...others] = await report(
    second,
    reportItem('i-3.start', 'next', { next: [nextTask('t-5', { transTypeCode: 'new' })] }),
    reportItem('i-2.start', 'next', { next: [nextTask('t-6')] }),
  );
  expect(unknown).toMatchObject({ code: 2004, taskId: 'i-3.start' });
  expect(others).toMatchObject([
    { code: 2004, taskId: 'i-2.start' },
    { code: 500, taskId: 't-6', message: 'the transaction has been ended by BREAK_UP' },
  ]);
  clock.now += 24 * 3_600_000;
  expect(second.messages('bo').map(({ sendId, isRead }) => [sendId, isRead])).toEqual([
    ['s-1', true],
    ['s-2', false],
  ]);
  await second.runNightly();
  expect(business.received.at(-1)?.url).toBe('/states');
  second.setStatusUrl('approvals', undefined);
  await second.close();

  const third = await openSandbox({ ...options });
  expect(await third.runNightly()).toEqual([]);
  expect(third.pending('bo').map(({ taskId }) => taskId)).toEqual(['t-5']);
});

it('what a status answer says of a task is kept', async () => {
  const data = tempFile('state.json');
  const taskData = { handleTime: '2025-06-01 10:00:00', handler: 'chen', turnHandler: 'dara' };
  const entry = { taskId: 't-1', taskStatus: 'TURN', taskData };
  const business = await openBusinessSystem(200, { code: 0, message: 'ok', data: [entry] });
  const first = await openSandbox({ data });
  await openTasks(first, nextTask('t-1'));
  first.setStatusUrl('approvals', business.url);
  expect((await first.runNightly()).map(({ problems }) => problems)).toEqual([[]]);
  await first.close();
  const second = await openSandbox({ data });
  expect(second.task('t-1')).toMatchObject({ state: 'turned', changes: [{ handler: 'chen', turnHandler: 'dara' }] });
});

it('a file that did not exist is for its owner alone', async () => {
  const data = tempFile('state.json');
  await openSandbox({ data });
  expect(statSync(data).mode & 0o777).toBe(0o600);
});

it('while the file cannot be written, calls are answered with one warning, and the next call that can writes all', async () => {
  const data = tempFile('state.json');
  const first = await openSandbox({ data });
  mkdirSync(`${data}.tmp`);
  const warned = once(process, 'warning');
  await openTasks(first, nextTask('t-1'));
  await report(first, reportItem('t-1', 'next', { next: [nextTask('t-2')] }));
  expect(await warned).toMatchObject([
    {
      code: 'SANDBOX_DATA_BEHIND',
      message: expect.stringContaining('cannot be written (EISDIR): changes are in memory'),
    },
  ]);
  rmdirSync(`${data}.tmp`);
  await fetchToken(first);
  const second = await openSandbox({ data });
  expect([second.task('t-1')?.state, second.task('t-2')?.state]).toEqual(['handled', 'pending']);
});

describe('refused', () => {
  const refused = async (path: string, code: string, message: RegExp) => {
    const before = readFileSync(path);
    await expect(createSandbox({ data: path })).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    });
    expect(readFileSync(path).equals(before)).toBe(true);
  };

  it('a file of a newer version, which is not changed', async () => {
    const data = tempFile('state.json');
    await (await openSandbox({ data })).close();
    writeFileSync(data, readFileSync(data, 'utf8').replace('"version":1', '"version":2'));
    await refused(data, 'ERR_STORE_NEWER', /newer version.*update the package/);
  });

  it.each([
    ['JSON of something else', '{"name":"something"}'],
    ['a text', 'dear diary'],
    ['a damaged one', '{"format":"bpmn-transaction-bridge sandbox","version":1,"state":{"ta'],
  ])('%s', async (_what, content) => {
    await refused(tempFile('other.json', content), 'ERR_STORE_INVALID', /is not the data file of a sandbox/);
  });

  it('a folder that is not there', async () => {
    await expect(createSandbox({ data: `${tempFile('none')}/state.json` })).rejects.toMatchObject({
      code: 'ERR_STORE_UNAVAILABLE',
    });
  });
});

it('the clock that was set forward stays ahead when the center is started again with its file', async () => {
  const data = tempFile('state.json');
  const noon = Date.UTC(2025, 5, 1, 4);
  const first = await openSandbox({ data, clock: () => noon, nightlyRun: false });
  await openTasks(first, nextTask('t-1'));
  first.advanceClock(86_400_000);
  first.advanceClock(3_600_000);
  await first.close();
  const second = await openSandbox({ data, clock: () => noon + 5_000, nightlyRun: false });
  expect(second.aheadMs()).toBe(90_000_000);
  expect(second.now()).toBe(noon + 90_005_000);
});
