import { describe, expect, test } from 'vitest';
import type { CallRefusal } from '../../src/callback/answer.ts';
import { CALL_REFUSALS, PRESS_CODES } from '../../src/callback/answer.ts';
import type { CallbackHandlerOptions } from '../../src/callback/callback-handler.ts';
import type { VerdictKind } from '../../src/index.ts';
import { createCipher } from '../support/inner/callback.ts';
import { VERDICTS } from '../support/inner/protocol.ts';
import { EN } from '../support/inner/texts.ts';
import { BUTTON_URL, createDesk, PARAMETERS, type PressInit, pressOverHttp } from './callback-fixture.ts';

const DECIDED: Record<VerdictKind, number> = {
  applied: 0,
  duplicate: 0,
  unknown: 2004,
  stale: 2005,
  invalid: 400,
  forbidden: 403,
  suspended: 423,
  failed: 500,
};

describe('a press that was decided', () => {
  test.each(VERDICTS)('is answered with HTTP 200 and its code when it is %s', async (kind) => {
    const { handle } = createDesk({}, async () => ({ kind, message: 'words for the person' }));
    const response = await pressOverHttp(handle);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      code: DECIDED[kind],
      message: 'words for the person',
      data: { verdict: kind },
    });
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('has a code for every verdict', () => {
    expect(PRESS_CODES).toEqual(DECIDED);
  });
});

interface Row {
  readonly refusal: CallRefusal;
  readonly status: number;
  readonly press?: PressInit;
  readonly options?: Partial<CallbackHandlerOptions>;
  readonly message?: string;
  readonly headers?: Record<string, string>;
}

const REFUSED: Row[] = [
  { refusal: 'path-unknown', status: 404, press: { url: 'https://host.example/bridge/task-status/k1.abc' } },
  { refusal: 'method-not-allowed', status: 405, press: { method: 'DELETE' }, headers: { allow: 'POST, PUT, GET' } },
  { refusal: 'too-large', status: 413, options: { maxBodyBytes: 20 } },
  { refusal: 'signature-wrong', status: 401, press: { url: `${BUTTON_URL}x` } },
  { refusal: 'uuid-missing', status: 400, press: { headers: { uuid: '' } } },
  { refusal: 'uuid-malformed', status: 400, press: { headers: { uuid: 'u'.repeat(129) } } },
  {
    refusal: 'id-token-missing',
    status: 401,
    press: { headers: { 'x-id-token': '' } },
    options: { idToken: () => true },
  },
  { refusal: 'media-type-wrong', status: 415, press: { headers: { 'content-type': 'text/plain' } } },
  { refusal: 'undecodable', status: 400, press: { body: '{' } },
  {
    refusal: 'parameter-wrong',
    status: 400,
    press: { body: JSON.stringify({ ...PARAMETERS, accountName: null }) },
    message: 'accountName is null',
  },
  { refusal: 'id-token-refused', status: 401, options: { idToken: () => false } },
];

describe('a call that was not accepted', () => {
  test.each(REFUSED)('is answered $status for $refusal, and the bridge hears nothing of it', async (row) => {
    const { handle, presses } = createDesk(row.options);
    const response = await pressOverHttp(handle, row.press);
    expect(response.status).toBe(row.status);
    const message = row.message ?? EN[CALL_REFUSALS[row.refusal].text];
    expect(await response.json()).toEqual({ code: row.status, message, data: null });
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(Object.fromEntries(response.headers)).toMatchObject(row.headers ?? {});
    expect(presses).toEqual([]);
  });

  test('has its row in this test', () => {
    const tested = new Set([...REFUSED.map(({ refusal }) => refusal), 'unavailable']);
    expect(Object.keys(CALL_REFUSALS).filter((refusal) => !tested.has(refusal))).toEqual([]);
  });
});

const CIPHER = createCipher({ kind: 'none' });

describe('a press that could not be stored', () => {
  test('is answered 503 with Retry-After, without the reason, which the log has', async () => {
    const { handle, log } = createDesk({}, () => Promise.reject(new TypeError('cannot reach the directory')));
    const response = await pressOverHttp(handle);
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
    expect(await response.json()).toEqual({ code: 503, message: EN['call.unavailable'], data: null });
    const reason = expect.stringMatching(/^TypeError at .*answer\.test\.ts/);
    const cause = expect.stringMatching(/^TypeError: cannot reach the directory\n {4}at .*answer\.test\.ts/);
    expect(log).toMatchObject([{ event: 'callback.failed', fields: { reason, cause } }]);
  });

  test.each([
    [
      'idToken',
      { idToken: () => Promise.reject(new TypeError('token-of-zhang cannot be checked')) },
      'callback.failed',
    ],
    ['answer', { answer: () => Promise.reject(new TypeError('not a text: zhang.san')) }, 'callback.answer-failed'],
    [
      'cipher',
      {
        cipher: {
          ...CIPHER,
          decrypt: () => {
            throw new TypeError('zhang.san is no JSON');
          },
        },
      },
      'callback.refused',
    ],
  ] as const)('is logged without what %s throws, which may quote what is secret', async (_, changes, event) => {
    const { handle, log } = createDesk(changes);
    await pressOverHttp(handle);
    expect(log).toMatchObject([
      { event, fields: { reason: expect.stringMatching(/^TypeError at .*answer\.test\.ts/) } },
    ]);
    expect(JSON.stringify(log)).not.toContain('zhang');
  });
});

describe('the answer hook', () => {
  test('sees answer and verdict and replaces the response', async () => {
    const { handle } = createDesk({
      answer: (answer, verdict) => Response.json({ ok: answer.body.code === 0, why: verdict?.kind }, { status: 201 }),
    });
    const response = await pressOverHttp(handle);
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({ ok: true, why: 'applied' });
  });

  test('leaves an answer as it is by returning nothing, and is asked about refusals too', async () => {
    const seen: unknown[] = [];
    const { handle } = createDesk({ answer: ({ httpStatus }, verdict) => void seen.push([httpStatus, verdict]) });
    expect((await pressOverHttp(handle, { url: `${BUTTON_URL}x` })).status).toBe(401);
    expect(seen).toEqual([[401, undefined]]);
  });

  test('cannot turn an applied press into an error by failing', async () => {
    const { handle, log } = createDesk({ answer: () => Promise.reject(new Error('broken')) });
    const response = await pressOverHttp(handle);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ code: 0 });
    expect(log).toHaveLength(1);
  });
});
