import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { describe, expect, it } from 'vitest';
import { createSandbox, type Sandbox } from '../../../src/sandbox/index.ts';
import { DEFAULT_DIRECTORY } from '../../../src/sandbox/setup/directory.ts';
import { openDataFile } from '../../../src/sandbox/state/data-file.ts';
import { tempFile } from '../../cli/temp-file.ts';
import { nextTask, openBusinessSystem, openSandbox, openTasks, report, reportItem } from '../business-system.ts';
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
  const data = tempFile('state.db');
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
    code: 'ERR_INPUT_INVALID',
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
  const data = tempFile('state.db');
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

it('a call writes only what it changed, whatever the size of the state', async () => {
  const data = tempFile('state.db');
  const many = await openSandbox({ data });
  const tasks = Array.from({ length: 1_000 }, (_, n) =>
    nextTask(`t-${n}`, { taskSummary: [`Text|${'x'.repeat(1_000)}`] }),
  );
  await openTasks(many, ...tasks);
  await many.close();
  const again = await openSandbox({ data });
  await report(again, reportItem('t-500', 'next', { next: [nextTask('t-new')] }));
  expect(statSync(data).size).toBeGreaterThan(1_000_000);
  const written = statSync(`${data}-wal`).size;
  expect(written).toBeGreaterThan(0);
  expect(written).toBeLessThan(50_000);
});

it('rows that cannot all be written are not written at all, and the next ones are', () => {
  const file = openDataFile(tempFile('state.db'));
  const row = (key: string, body: unknown) => ({ kind: 'task' as const, key, body });
  expect(() => file.write([row('a', 1), row('b', 1n)])).toThrow(/cannot be/);
  file.write([row('c', 3)]);
  expect(file.read()).toEqual([row('c', 3)]);
  file.close();
});

it('a file that did not exist is for its owner alone, with its log and its lock', () => {
  const path = tempFile('state.db');
  const file = openDataFile(path);
  file.write([{ kind: 'unknown', key: 'a', body: 1 }]);
  const folder = dirname(path);
  const modes = readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mode & 0o777]);
  expect(Object.fromEntries(modes)).toMatchObject({ 'state.db': 0o600, 'state.db-wal': 0o600, 'state.db.lock': 0o600 });
  expect(modes.filter(([, mode]) => mode !== 0o600)).toEqual([]);
  file.close();
});

describe('refused', () => {
  it('a second sandbox on the same file, until the first is closed', async () => {
    const data = tempFile('state.db');
    const first = await openSandbox({ data });
    await expect(createSandbox({ data })).rejects.toMatchObject({
      code: 'ERR_STORE_LOCKED',
      message: expect.stringContaining('is in use by another sandbox'),
    });
    await first.close();
    await openSandbox({ data });
  });

  const change = (path: string, sql: string) => {
    const database = new DatabaseSync(path);
    database.exec(sql);
    database.close();
  };
  const refused = async (path: string, code: string, message: RegExp) => {
    const before = readFileSync(path);
    await expect(createSandbox({ data: path })).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    });
    expect(readFileSync(path).equals(before)).toBe(true);
  };

  it('a file of a newer schema, which is not changed', async () => {
    const data = tempFile('state.db');
    await (await openSandbox({ data })).close();
    change(data, 'pragma user_version = 99');
    await refused(data, 'ERR_STORE_NEWER', /schema 99.*update the package/);
  });

  it('an SQLite file of something else, a text, and a damaged one', async () => {
    const other = tempFile('bridge.db');
    change(other, 'create table tasks (id text)');
    await refused(other, 'ERR_STORE_INVALID', /is not the data file of a sandbox/);
    await refused(
      tempFile('notes.txt', 'dear diary '.repeat(500)),
      'ERR_STORE_INVALID',
      /is not the data file of a sandbox/,
    );
    const torn = tempFile('state.db');
    await (await openSandbox({ data: torn })).close();
    const bytes = readFileSync(torn);
    writeFileSync(torn, bytes.fill(0xff, 4_096));
    await expect(createSandbox({ data: torn })).rejects.toMatchObject({ code: 'ERR_STORE_INVALID' });
  });

  it('a folder that is not there', async () => {
    await expect(createSandbox({ data: `${tempFile('none')}/state.db` })).rejects.toMatchObject({
      code: 'ERR_STORE_UNAVAILABLE',
    });
  });

  it('does not hold the file when it could not start for another reason', async () => {
    const data = tempFile('state.db');
    const first = await openSandbox();
    const port = Number(new URL(first.baseUrl).port);
    await expect(createSandbox({ data, port })).rejects.toMatchObject({ code: 'ERR_CONFIG_INVALID' });
    await openSandbox({ data });
  });
});

it('the clock that was set forward stays ahead when the center is started again with its file', async () => {
  const data = tempFile('state.db');
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
