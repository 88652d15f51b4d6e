/** The traffic over HTTP: every call in and out, from where one has read on, and by what it is about. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { TrafficAnswer } from '../../../src/sandbox/control/traffic-routes.ts';
import type { Sandbox } from '../../../src/sandbox/index.ts';
import {
  askToken,
  fetchToken,
  nextTask,
  openBusinessSystem,
  openSandbox,
  openTasks,
  report,
  reportItem,
  TOKEN_FORM,
} from '../business-system.ts';
import { ask, refusal } from './control-client.ts';

const read = (sandbox: Sandbox, query = '') => ask<TrafficAnswer>(sandbox, `/traffic${query}`);
const seqs = ({ calls }: TrafficAnswer) => calls.map(({ seq }) => seq);

describe('GET /traffic', () => {
  it('has every call, decoded, as sandbox.traffic has it', async () => {
    const sandbox = await openSandbox();
    await openTasks(sandbox, nextTask('t-1'));
    const { calls, resumeAfter, hasMore } = await read(sandbox);
    expect(calls).toEqual(JSON.parse(JSON.stringify(sandbox.traffic)));
    expect(calls.map(({ call }) => call)).toEqual(['token', 'taskHandle']);
    expect([resumeAfter, hasMore]).toEqual([2, false]);
  });

  it('continues after a given call, and begins with the latest calls', async () => {
    const sandbox = await openSandbox();
    for (const _n of [1, 2, 3, 4, 5]) await fetchToken(sandbox);
    const latest = await read(sandbox, '?limit=2');
    expect([seqs(latest), latest.resumeAfter, latest.hasMore]).toEqual([[4, 5], 5, true]);
    const on = await read(sandbox, '?after=1&limit=2');
    expect([seqs(on), on.resumeAfter, on.hasMore]).toEqual([[2, 3], 3, true]);
    const rest = await read(sandbox, '?after=3&limit=2');
    expect([seqs(rest), rest.resumeAfter, rest.hasMore]).toEqual([[4, 5], 5, false]);
    const none = await read(sandbox, '?after=5');
    expect([seqs(none), none.resumeAfter, none.hasMore]).toEqual([[], 5, false]);
    const earlier = await read(sandbox, '?before=4&limit=2');
    expect([seqs(earlier), earlier.hasMore]).toEqual([[2, 3], true]);
    const first = await read(sandbox, '?before=2&limit=2');
    expect([seqs(first), first.hasMore]).toEqual([[1], false]);
  });

  it('says of a restarted center that the calls are of another run', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'center-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const data = join(folder, 'center.json');
    const first = await openSandbox({ data });
    const { run } = await read(first);
    await first.close();
    expect((await read(await openSandbox({ data }))).run).not.toBe(run);
  });

  it('shows a call that runs again until it has ended', async () => {
    const sandbox = await openSandbox();
    await fetchToken(sandbox);
    sandbox.faults.set({ rules: [{ fault: 'latency', ms: 60_000, next: 1 }] });
    const slow = askToken(sandbox, TOKEN_FORM).catch(() => undefined);
    await expect.poll(() => sandbox.traffic.length).toBe(2);
    await fetchToken(sandbox);
    const first = await read(sandbox);
    expect([seqs(first), first.resumeAfter]).toEqual([[1, 2, 3], 1]);
    expect(seqs(await read(sandbox, `?after=${first.resumeAfter}`))).toEqual([2, 3]);
    await sandbox.close();
    await slow;
  });

  it.each([
    ['?serialNumber=L-1', ['taskHandle L-1', 'taskHandle none', 'button t-1']],
    ['?serialNumber=L-2', ['taskHandle L-2']],
    ['?taskId=t-1', ['taskHandle L-1', 'taskHandle none', 'button t-1']],
    ['?taskId=t-2', ['taskHandle L-2']],
    ['?direction=out', ['button t-1']],
    ['?call=button', ['button t-1']],
    ['?call=button&serialNumber=L-2', []],
    ['?serialNumber=L-3', []],
  ])('%s: only what it is about', async (query, expected) => {
    const sandbox = await openSandbox();
    const system = await openBusinessSystem();
    const actions = [{ name: 'Approve', type: 'HANDLE', url: system.url, optType: 0, method: 'post' }];
    const start = (id: string, more = {}) => reportItem(`${id}.start`, 'next', { next: [nextTask(id, more)] });
    await report(sandbox, start('t-1', { serialNumber: 'L-1', actions }));
    await report(sandbox, start('t-2', { serialNumber: 'L-2' }));
    await sandbox.press('t-1', { action: 'Approve', account: 'bo' });
    await report(sandbox, reportItem('t-1', 'none'));
    const { calls } = await read(sandbox, query);
    const about = calls.flatMap(({ call, body, taskId }) => {
      if (call === 'token') return [];
      if (call === 'button') return [`${call} ${taskId}`];
      const [item] = body as { status: string; next?: { serialNumber?: string }[] }[];
      return [`${call} ${item?.next?.[0]?.serialNumber ?? item?.status}`];
    });
    expect(about.toSorted()).toEqual(expected.toSorted());
  });

  it('comes with the names of its tasks and buttons, on every page', async () => {
    const sandbox = await openSandbox();
    const system = await openBusinessSystem();
    const button = (name: string, method: string, more = {}) => ({
      ...{ name, type: 'HANDLE', url: `${system.url}/${method}`, optType: 0, method },
      ...more,
    });
    const actions = [
      button('Read', 'get'),
      button('Yes', 'post', { nextNodeKey: 'yes' }),
      button('No', 'post', { nextNodeKey: 'no' }),
    ];
    const first = nextTask('t-1', { nodeName: 'Review', serialNumber: 'L-1', actions });
    await report(sandbox, reportItem('i-1.start', 'next', { next: [first] }));
    for (const action of ['Read', 'No', 'Yes']) await sandbox.press('t-1', { action, account: 'bo' });
    const { calls, tasks, buttons, serialNumbers } = await read(sandbox, '?call=button&limit=3');
    const transactionId = sandbox.task('t-1')?.transactionId;
    expect(tasks).toEqual({
      't-1': { nodeName: 'Review', handlers: ['bo'], groups: [], transactionId },
    });
    expect(calls.map(({ seq }) => serialNumbers[seq])).toEqual(['L-1', 'L-1', 'L-1']);
    expect(calls.map(({ seq }) => buttons[seq])).toEqual(
      ['Read', 'No', 'Yes'].map((name) => ({ name, taskId: 't-1' })),
    );
    const ofTokens = await read(sandbox, '?call=token');
    expect([ofTokens.tasks, ofTokens.buttons]).toEqual([{}, {}]);
  });

  it('by the transaction, and with tasks that were never created', async () => {
    const sandbox = await openSandbox({ switches: { unknownPreviousTask: 'create-nothing' } });
    const next = [nextTask('t-1', { serialNumber: 'L-1' })];
    await report(sandbox, reportItem('i-1.start', 'next', { next }), reportItem('t-9', 'none'));
    expect(seqs(await read(sandbox, '?serialNumber=L-1'))).toEqual([2]);
    expect(seqs(await read(sandbox, '?taskId=t-9'))).toEqual([2]);
    const center = await openSandbox();
    await openTasks(center, nextTask('t-1'));
    await report(center, reportItem('i-2.start', 'next', { next: [nextTask('u-1')] }));
    const [, second] = center.transactions();
    expect(seqs(await read(center, `?transactionId=${second?.transactionId}`))).toEqual([4]);
  });

  it.each([
    '?after=-1',
    '?after=x',
    '?before=x',
    '?limit=0',
    '?limit=1001',
    '?direction=up',
    '?call=press',
    '?instance=1',
  ])('%s is refused', async (query) => {
    const sandbox = await openSandbox();
    expect(await refusal(sandbox, `/traffic${query}`)).toMatchObject({ status: 400, code: 'ERR_INPUT_INVALID' });
  });
});
