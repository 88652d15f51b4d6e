/** What a fault of the sandbox does to a call: on the wire, and in the center. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FaultRule, Sandbox } from '../../../src/sandbox/index.ts';
import { fetchToken, nextTask, openBusinessSystem, openSandbox, openTasks, reportItem } from '../business-system.ts';
import { notice } from '../send-message.ts';

let sandbox: Sandbox;
let token: string;
beforeEach(async () => {
  sandbox = await openSandbox();
  token = await fetchToken(sandbox, 'ttc:v1:writeTtc,messagecenter:v1:sendMessage');
  await openTasks(sandbox, nextTask('t-1'), nextTask('t-2'));
});

const strike = (rule: FaultRule) => sandbox.faults.set({ rules: [rule] });

interface Seen {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly text: string;
}

/** What a caller gets; undefined when the connection breaks, or nothing comes before the caller gives up. */
async function call(path: string, body: unknown, signal?: AbortSignal): Promise<Seen | undefined> {
  try {
    const response = await fetch(`${sandbox.baseUrl}${path}`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      ...(signal === undefined ? {} : { signal }),
    });
    return { status: response.status, retryAfter: response.headers.get('retry-after'), text: await response.text() };
  } catch {
    return undefined;
  }
}

const report = (...items: unknown[]) => call('/apis/ttc/v1/transaction/poa/taskHandle', items);
const errorsIn = (seen: Seen | undefined) =>
  (JSON.parse(seen?.text ?? '') as { data: { errorIds: { code: number; taskId: string }[] } }).data.errorIds.map(
    ({ code, taskId }) => `${code} ${taskId}`,
  );
const end = (taskId: string) => reportItem(taskId, 'end');
const stateOf = (taskId: string) => sandbox.task(taskId)?.state;
const last = () => sandbox.traffic.at(-1);

describe('the connection', () => {
  it.each([
    ['reset-before', 'pending'],
    ['reset-after', 'handled'],
    ['answer-cut', 'handled'],
  ] as const)('breaks without an answer: %s leaves the task %s', async (fault, state) => {
    strike({ fault, next: 1 });
    expect(await report(end('t-1'))).toBeUndefined();
    expect(stateOf('t-1')).toBe(state);
    expect(last()).toMatchObject({ fault, status: undefined, answer: undefined });
    expect(await report(end('t-2'))).toMatchObject({ status: 200 });
  });

  it.each([
    ['time-out-before', 'pending'],
    ['time-out-after', 'handled'],
  ] as const)('stays open and silent: %s leaves the task %s', async (fault, state) => {
    strike({ fault, next: 1 });
    const giveUp = new AbortController();
    const seen = call('/apis/ttc/v1/transaction/poa/taskHandle', [end('t-1')], giveUp.signal);
    await expect.poll(() => last()?.fault).toBe(fault);
    // Others are answered meanwhile, and this one is not.
    expect(await Promise.race([seen, report(end('t-2'))])).toMatchObject({ status: 200 });
    expect(stateOf('t-1')).toBe(state);
    giveUp.abort();
    expect(await seen).toBeUndefined();
  });

  it('is slow: the work is done when the call arrives, in the end', async () => {
    strike({ fault: 'latency', ms: 3_600_000, next: 1 });
    const seen = report(end('t-1'));
    await expect.poll(() => last()?.fault).toBe('latency');
    expect(await report(end('t-2'))).toMatchObject({ status: 200 });
    expect([stateOf('t-1'), stateOf('t-2')]).toEqual(['pending', 'handled']);
    await sandbox.close();
    expect(await seen).toBeUndefined();
    expect(stateOf('t-1')).toBe('handled');
  });
});

describe('the answer', () => {
  it.each([
    [{ fault: 'http-error-before' }, 503, null, 'pending'],
    [{ fault: 'http-error-before', status: 502, retryAfterSeconds: 7 }, 502, '7', 'pending'],
    [{ fault: 'http-error-after', status: 500 }, 500, null, 'handled'],
    [{ fault: 'http-error-after', retryAfterSeconds: 0 }, 503, '0', 'handled'],
  ] as const)('%j is HTTP %i with Retry-After %s, and no JSON', async (fault, status, retryAfter, state) => {
    strike({ ...fault, next: 1 });
    const seen = await report(end('t-1'));
    expect(seen).toMatchObject({ status, retryAfter });
    expect(() => JSON.parse(seen?.text ?? '')).toThrow();
    expect(stateOf('t-1')).toBe(state);
    expect(last()).toMatchObject({ fault: fault.fault, status });
  });

  it.each([
    ['outer-code-before', 'pending', 0],
    ['outer-code-after', 'handled', 1],
  ] as const)('%s is HTTP 200 with another outer code than 0', async (fault, state, messages) => {
    strike({ fault, code: -1, next: 2 });
    const seen = [await report(end('t-1')), await call(MESSAGE_SEND, notice())];
    expect(seen.map((one) => one && { status: one.status, ...JSON.parse(one.text) })).toMatchObject([
      { status: 200, code: -1, data: null },
      { status: 200, code: -1, data: null },
    ]);
    expect(stateOf('t-1')).toBe(state);
    expect(sandbox.sentMessages()).toHaveLength(messages);
  });
});

const MESSAGE_SEND = '/apis/messagecenter/v1/poaMessage/messageSend';

describe('parts of a call', () => {
  it.each([400, 500, 2004, 2005] as const)('an item fails with %i and is not done; the other is', async (code) => {
    strike({ fault: 'item-failure', code, item: 1, next: 1 });
    expect(errorsIn(await report(end('t-1'), end('t-2')))).toEqual([`${code} t-2`]);
    expect([stateOf('t-1'), stateOf('t-2')]).toEqual(['handled', 'pending']);
    expect(last()).toMatchObject({ fault: 'item-failure', faultOptions: { code, item: 1 } });
  });

  it('a next task is not created; its previous task is handled, and the other is created', async () => {
    strike({ fault: 'creation-failure', item: 0, next: 1 });
    const next = [nextTask('t-3'), nextTask('t-4')];
    expect(errorsIn(await report(reportItem('t-1', 'next', { next })))).toEqual(['500 t-3']);
    expect(['t-1', 't-3', 't-4'].map(stateOf)).toEqual(['handled', undefined, 'pending']);
  });

  it('an entry names a task that the call did not; all is done', async () => {
    strike({ fault: 'foreign-entry', next: 1 });
    const errors = errorsIn(await report(end('t-1')));
    expect(errors).toEqual([expect.stringMatching(/^500 (?!t-1$)./)]);
    expect(stateOf('t-1')).toBe('handled');
  });

  it('passes over calls that have no such part', async () => {
    strike({ fault: 'creation-failure', next: 1 });
    expect(errorsIn(await report(end('t-1')))).toEqual([]);
    expect(sandbox.faults.active).toMatchObject([{ struck: 0, left: 1 }]);
  });
});

describe('the access token', () => {
  it.each([
    ['token-expired', 'the access token has expired'],
    ['token-revoked', 'the access token is unknown or was revoked'],
  ] as const)('%s: is worth nothing from that call on', async (fault, message) => {
    strike({ fault, calls: ['taskHandle'], next: 1 });
    for (const _attempt of [1, 2]) {
      const seen = await report(end('t-1'));
      expect([seen?.status, JSON.parse(seen?.text ?? '')]).toMatchObject([401, { message }]);
    }
    token = await fetchToken(sandbox);
    expect(await report(end('t-1'))).toMatchObject({ status: 200 });
  });

  it('is invalid as soon as it is issued, whatever its answer says', async () => {
    strike({ fault: 'token-revoked', calls: ['token'], next: 1 });
    token = await fetchToken(sandbox);
    expect(await report(end('t-1'))).toMatchObject({ status: 401 });
  });
});

describe('a question about states', () => {
  it.each([
    [{ fault: 'lost' }, 0],
    [{ fault: 'duplicate' }, 2],
    [{ fault: 'reset-after' }, 1],
    [{ fault: 'reset-before' }, 0],
    [{ fault: 'reordered', ms: 1 }, 1],
  ] as const)('under %j reaches the business system %i times', async (fault, times) => {
    const system = await openBusinessSystem(200, { code: 0, message: '', data: [] });
    sandbox.setStatusUrl('approvals', system.url);
    strike({ ...fault, calls: ['taskStatus'], next: 1 });
    const [asked] = await sandbox.runNightly();
    expect(system.received).toHaveLength(times);
    expect(asked?.status).toBe(times === 0 || fault.fault === 'reset-after' ? undefined : 200);
    expect(sandbox.traffic.filter((entry) => entry.fault === fault.fault)).toHaveLength(Math.max(1, times));
  });
});

describe('a press that is held', () => {
  it('goes out after a later one was answered', async () => {
    const system = await openBusinessSystem();
    const press = (taskId: string) =>
      sandbox.press(taskId, { action: '-', account: 'bo', raw: true, url: `${system.url}/${taskId}` });
    strike({ fault: 'reordered', ms: 3_600_000, next: 1 });
    await Promise.all([press('t-1'), press('t-2')]);
    expect(system.received.map(({ url }) => url)).toEqual(['/t-2', '/t-1']);
  });
});

afterEach(() => sandbox.close());
