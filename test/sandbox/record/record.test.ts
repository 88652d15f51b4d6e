/** The record of a sandbox: what is kept of its calls, in memory and in a file, and how it is played again. */
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readRecord, replayRecord, type Sandbox, type SandboxOptions } from '../../../src/sandbox/index.ts';
import {
  askToken,
  callTaskHandle,
  fetchToken,
  nextTask,
  openBusinessSystem,
  openSandbox,
  openTasks,
  report,
  reportItem,
  TOKEN_FORM,
} from '../business-system.ts';
import { notice, sendMessage } from '../send-message.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'record-'));
  path = join(folder, 'calls.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const openRecording = (options: SandboxOptions = {}) => openSandbox({ record: path, ...options });

/** Everything that a business system can do rightly and wrongly, and what the center does by itself. */
async function live(sandbox: Sandbox, clock: { now: number }): Promise<void> {
  const system = await openBusinessSystem();
  const button = { name: 'Abort', type: 'BREAK_UP', url: `${system.url}/abort`, optType: 0, method: 'post' };
  await openTasks(sandbox, nextTask('t-1', { initiator: 'anna' }), nextTask('t-2', { actions: [button] }));
  await report(sandbox, reportItem('t-1', 'next', { next: [nextTask('t-3'), nextTask('t-3'), { taskId: 't-4' }] }));
  await sendMessage(sandbox, notice());
  await sendMessage(sandbox, notice());
  await sendMessage(sandbox, notice({ sendId: '' }));
  await sendMessage(sandbox, notice({ sendType: ['FAX'] }));

  const authorization = await fetchToken(sandbox);
  const json = { authorization, 'content-type': 'application/json' };
  await callTaskHandle(sandbox, 'no JSON {', json);
  await callTaskHandle(sandbox, '"no array"', json);
  await callTaskHandle(sandbox, '[]', { authorization });
  await callTaskHandle(sandbox, '[]', { 'content-type': 'application/json' });
  await callTaskHandle(sandbox, '[]', { ...json, authorization: `Bearer ${authorization}` });
  await callTaskHandle(sandbox, '[]', { ...json, authorization: 'a-token-of-somebody' });
  await askToken(sandbox, { ...TOKEN_FORM, client_secret: 'a-wrong-secret' });
  await askToken(sandbox, { ...TOKEN_FORM, client_secret: '' });
  const { client_secret: _secret, ...without } = TOKEN_FORM;
  await askToken(sandbox, without);
  await askToken(sandbox, TOKEN_FORM, 'application/json');
  await fetch(`${sandbox.baseUrl}/nowhere`);

  await sandbox.press('t-2', { action: 'Abort', account: 'anna' });
  await report(sandbox, reportItem('t-2', 'end'));
  clock.now += 8_000_000;
  await callTaskHandle(sandbox, '[]', json);
  const fresh = { ...json, authorization: await fetchToken(sandbox) };
  sandbox.revokeTokens();
  await callTaskHandle(sandbox, '[]', fresh);
}

describe('a replay', () => {
  it('gives every call of the record the same answer', async () => {
    const clock = { now: Date.UTC(2026, 2, 1, 4) };
    const sandbox = await openRecording({ clock: () => clock.now });
    await live(sandbox, clock);
    await sandbox.close();
    const answered = sandbox.traffic.filter(({ direction, status }) => direction === 'in' && status !== undefined);
    expect(replayRecord(await readRecord(path))).toEqual({ compared: answered.length, difference: undefined });
    expect(replayRecord(sandbox.traffic)).toEqual({ compared: answered.length, difference: undefined });
  });

  it('names the first answer that differs, here of a center that reads the interface in another way', async () => {
    const sandbox = await openRecording();
    await openTasks(sandbox, nextTask('t-1'));
    await report(sandbox, reportItem('t-1', 'none'));
    const [error] = await report(sandbox, reportItem('t-1', 'end'));
    expect(error).toMatchObject({ code: 2005 });
    const { difference } = replayRecord(await readRecord(path), { setup: { switches: { noneKeepsPending: true } } });
    expect(difference).toMatchObject({
      call: { body: [{ status: 'end' }], answer: { data: { errorIds: [{ code: 2005 }] } } },
      status: 200,
      answer: { code: 0, data: { errorIds: [] } },
    });
  });

  it.each([
    { fault: 'reset-after' },
    { fault: 'reset-before' },
    { fault: 'time-out-before' },
    { fault: 'http-error-after' },
    { fault: 'http-error-before', retryAfterSeconds: 1 },
    { fault: 'outer-code-after', code: 9 },
    { fault: 'item-failure', code: 500 },
    { fault: 'creation-failure', code: 400 },
    { fault: 'foreign-entry' },
    { fault: 'token-expired' },
    { fault: 'latency', ms: 1 },
  ] as const)('lets the faults of the record strike again: %j', async (fault) => {
    const sandbox = await openRecording();
    await openTasks(sandbox, nextTask('t-1'), nextTask('t-2'), nextTask('t-3'));
    sandbox.faults.set({ rules: [{ ...fault, calls: ['taskHandle'], next: 1 }] });
    const items = [
      reportItem('t-1', 'next', { next: [nextTask('t-4'), nextTask('t-5')] }),
      reportItem('t-2', 'next', { next: [nextTask('t-6')] }),
      reportItem('t-3', 'end'),
    ];
    const headers = { authorization: await fetchToken(sandbox), 'content-type': 'application/json' };
    const lost = AbortSignal.timeout(fault.fault === 'time-out-before' ? 200 : 30_000);
    const url = `${sandbox.baseUrl}/apis/ttc/v1/transaction/poa/taskHandle`;
    await fetch(url, { method: 'POST', headers, body: JSON.stringify(items), signal: lost }).catch(() => undefined);
    await report(sandbox, ...items);
    expect(sandbox.faults.active).toMatchObject([{ struck: 1 }]);
    expect(replayRecord(await readRecord(path)).difference).toBeUndefined();
  });

  it('starts with an empty center in every run of the record, unless the center kept its state', async () => {
    for (const _run of [1, 2]) {
      const sandbox = await openRecording();
      await openTasks(sandbox, nextTask('t-1'));
      await sandbox.close();
    }
    const calls = await readRecord(path);
    expect(replayRecord(calls).difference).toBeUndefined();
    const { difference } = replayRecord(calls, { keepsState: true });
    expect(difference?.answer).toMatchObject({ data: { errorIds: [{ code: 2004 }, { code: 500, taskId: 't-1' }] } });
  });
});

describe('the file', () => {
  it('has a line for every call that has ended, and no secret', async () => {
    const clock = { now: Date.UTC(2026, 2, 1, 4) };
    const sandbox = await openRecording({ clock: () => clock.now });
    const token = await fetchToken(sandbox);
    await callTaskHandle(sandbox, '[]', { authorization: token, 'content-type': 'application/json' });
    await live(sandbox, clock);
    const text = readFileSync(path, 'utf8');
    expect(text.endsWith('\n')).toBe(true);
    expect(text.trim().split('\n')).toHaveLength(sandbox.traffic.length);
    for (const secret of [token, 'approvals-secret', 'a-wrong-secret', 'a-token-of-somebody', 'x-id-token']) {
      expect(text).not.toContain(secret);
    }
    expect(text).toContain('"authorization":"Bearer <token ');
  });

  it('is whole while the sandbox still runs', async () => {
    const sandbox = await openRecording();
    await fetchToken(sandbox);
    expect(await readRecord(path)).toHaveLength(1);
  });

  it('with an incomplete last line is read up to it, and the line is reported', async () => {
    const sandbox = await openRecording();
    await openTasks(sandbox, nextTask('t-1'));
    await sandbox.close();
    const whole = readFileSync(path);
    const first = whole.indexOf('\n') + 1;
    const calls = await readRecord(path);
    expect(calls).toHaveLength(2);
    for (let length = first; length < whole.length - 1; length += 1) {
      writeFileSync(path, whole.subarray(0, length));
      const said: string[] = [];
      expect(await readRecord(path, { onCut: (message) => said.push(message) })).toEqual(calls.slice(0, 1));
      const cut = `line 2 of the record ${path} is incomplete, as after a kill: its call is left out`;
      expect(said).toEqual(length === first ? [] : [cut]);
    }
    // Only the end of the line is missing: the call is there.
    writeFileSync(path, whole.subarray(0, -1));
    expect(await readRecord(path, { onCut: expect.unreachable })).toEqual(calls);
  });

  it('with an incomplete line continues on a new line after a restart, and can be read and replayed', async () => {
    const first = await openRecording();
    await openTasks(first, nextTask('t-1'));
    await first.close();
    writeFileSync(path, readFileSync(path).subarray(0, -9));
    const second = await openRecording();
    await openTasks(second, nextTask('t-1'));
    const said: string[] = [];
    const calls = await readRecord(path, { onCut: (message) => said.push(message) });
    expect(calls.map(({ call }) => call)).toEqual(['token', 'token', 'taskHandle']);
    expect(said).toEqual([expect.stringContaining('line 2 of the record')]);
    expect(replayRecord(calls)).toEqual({ compared: 3, difference: undefined });
  });

  it('with an incomplete line emits a warning of the process if there is no listener', async () => {
    const sandbox = await openRecording();
    await fetchToken(sandbox);
    appendFileSync(path, '{"run":');
    const warned = once(process, 'warning');
    await readRecord(path);
    expect(await warned).toMatchObject([{ code: 'SANDBOX_RECORD_CUT', message: expect.stringContaining('line 2') }]);
  });

  it('with an invalid line in the middle of a run is refused, since the replay would be wrong', async () => {
    const sandbox = await openRecording();
    await fetchToken(sandbox);
    appendFileSync(path, '{"torn":\n');
    await fetchToken(sandbox);
    await expect(readRecord(path)).rejects.toMatchObject({
      code: 'ERR_INPUT_INVALID',
      message: expect.stringContaining('line 2'),
    });
  });

  it('is refused where it cannot be written', async () => {
    writeFileSync(join(folder, 'file'), '');
    await expect(openSandbox({ record: join(folder, 'file', 'calls.jsonl') })).rejects.toMatchObject({
      code: 'ERR_CONFIG_INVALID',
    });
  });
});

it('keeps the latest calls in memory where a limit is set, and all of them in the file', async () => {
  const sandbox = await openRecording({ trafficLimit: 2 });
  for (const _call of [1, 2, 3, 4]) await fetchToken(sandbox);
  expect(sandbox.traffic.map(({ seq }) => seq)).toEqual([3, 4]);
  expect(await readRecord(path)).toHaveLength(4);
});
