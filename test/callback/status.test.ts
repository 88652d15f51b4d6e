import { describe, expect, test } from 'vitest';
import { Secret } from '../../src/secret.ts';
import { createSignedAddress } from '../support/inner/callback.ts';
import { APP_ID, BUTTON_URL, createDesk, pressRequest, SIGNING_KEYS } from './callback-fixture.ts';

const STATUS_URL = createSignedAddress('task-status', {
  publicUrl: 'https://host.example/bridge/',
  appId: APP_ID,
  signingKeys: SIGNING_KEYS,
});

interface Asked {
  readonly status: number;
  readonly headers: Headers;
  readonly code: number;
  readonly message: string;
  readonly data: unknown;
  /** What reached the bridge. */
  readonly taskIds: readonly string[] | undefined;
}

interface Question {
  readonly url?: string;
  readonly method?: string;
  readonly body?: string;
  readonly contentType?: string;
  readonly maxBodyBytes?: number;
  readonly fails?: boolean;
}

/** Asks a handler behind which a bridge says of every task that it is in progress. */
async function ask(question: Question): Promise<Asked> {
  const { url = STATUS_URL, method = 'POST', body, contentType = 'application/json', maxBodyBytes = 1_000 } = question;
  let taskIds: readonly string[] | undefined;
  const { handle } = createDesk({
    status: {
      maxBodyBytes,
      port: {
        answer: async (asked) => {
          if (question.fails) throw new Error('the disk is full');
          taskIds = asked;
          return asked.map((taskId) => ({ taskId, taskStatus: 'IN_PROGRESS', taskData: {} }));
        },
      },
    },
  });
  const headers = contentType === '' ? {} : { 'content-type': contentType };
  const init = body === undefined ? { method, headers } : { method, headers, body: Buffer.from(body) };
  const response = await handle(new Request(url, init));
  const answer = (await response.json()) as Pick<Asked, 'code' | 'message' | 'data'>;
  return { status: response.status, headers: response.headers, ...answer, taskIds };
}

describe('Events, Task-status callback: the question', () => {
  test.each([
    ['in an object', '{"taskIds":["t-1","t-2","t-1"]}'],
    ['in an object, beside what the spec does not name', '{"taskIds":["t-1","t-2","t-1"],"traceId":7}'],
    ['bare', '["t-1","t-2","t-1"]'],
  ])('a list of task ids, each of which is answered once, %s', async (_form, body) => {
    const asked = await ask({ body });
    expect(asked).toMatchObject({ status: 200, code: 0, message: 'success', taskIds: ['t-1', 't-2'] });
    expect(asked.data).toHaveLength(2);
    expect(asked.headers.get('cache-control')).toBe('no-store');
  });

  test('a list of none is answered with none', async () => {
    expect(await ask({ body: '[]' })).toMatchObject({ status: 200, code: 0, data: [] });
  });

  test.each([
    ['{}', 'taskIds is null'],
    ['{"taskIds":null}', 'taskIds is null'],
    ['null', 'taskIds is null'],
    ['', 'taskIds: the body is not JSON in UTF-8'],
    ['{"taskIds":', 'taskIds: the body is not JSON in UTF-8'],
    ['"t-1"', 'taskIds: must be a list of strings'],
    ['7', 'taskIds: must be a list of strings'],
    ['{"taskIds":"t-1,t-2"}', 'taskIds: must be a list of strings'],
    ['{"taskIds":{"0":"t-1"}}', 'taskIds: must be a list of strings'],
    ['["t-1",""]', 'taskIds[1] is null'],
    ['["t-1","t-2",null]', 'taskIds[2] is null'],
    ['{"taskIds":[7]}', 'taskIds[0]: must be a string'],
    ['[["t-1"]]', 'taskIds[0]: must be a string'],
  ])('%s is refused: %s', async (body, message) => {
    expect(await ask({ body })).toMatchObject({ status: 400, code: 400, message, data: null, taskIds: undefined });
  });
});

describe('Task-status callback: the order of the checks', () => {
  /** Everything is wrong at first; each row mends one thing more, and the next check speaks. */
  const STEPS: readonly (readonly [refusal: string, status: number, mend: Partial<Call>])[] = [
    ['the method', 405, { method: 'POST' }],
    ['the announced size', 413, { announced: '9' }],
    ['the signature', 401, { url: STATUS_URL }],
    ['the media type', 415, { contentType: 'application/json' }],
    ['the real size', 413, { body: 'no JSON' }],
    ['the parameters', 400, { body: '["t-1"]' }],
    ['nothing', 200, {}],
  ];

  interface Call {
    readonly url: string;
    readonly method: string;
    readonly announced: string;
    readonly contentType: string;
    readonly body: string;
  }

  test('is that of their cost', async () => {
    const answer = async (taskIds: readonly string[]) =>
      taskIds.map((taskId) => ({ taskId, taskStatus: 'IN_PROGRESS' as const, taskData: {} }));
    const { handle } = createDesk({ status: { maxBodyBytes: 20, port: { answer } } });
    const altered = STATUS_URL.slice(0, -1) + (STATUS_URL.endsWith('A') ? 'B' : 'A');
    let call: Call = {
      url: altered,
      method: 'DELETE',
      announced: '2000',
      contentType: 'text/plain',
      body: ' '.repeat(2000),
    };
    const said: unknown[] = [];
    for (const [what, , mend] of STEPS) {
      const { url, method, announced, contentType, body } = call;
      const headers = { 'content-type': contentType, 'content-length': announced };
      said.push([what, (await handle(new Request(url, { method, headers, body: Buffer.from(body) }))).status]);
      call = { ...call, ...mend };
    }
    expect(said).toEqual(STEPS.map(([what, status]) => [what, status]));
  });
});

describe('Task-status callback: the address', () => {
  const body = '["t-1"]';

  test('stands under any prefix of the host, and is the same every time', async () => {
    expect(STATUS_URL).toMatch(/^https:\/\/host\.example\/bridge\/task-status\/k2\.[A-Za-z0-9_-]{43}$/);
    const elsewhere = STATUS_URL.replace('https://host.example/bridge', 'http://127.0.0.1:1/a/b/c');
    expect(await ask({ body, url: elsewhere })).toMatchObject({ status: 200, taskIds: ['t-1'] });
    expect(await ask({ body, method: 'PUT' })).toMatchObject({ status: 200 });
  });

  test('is accepted when an older key signed it, and not when another key, application or purpose did', async () => {
    const [, old] = SIGNING_KEYS;
    const base = { publicUrl: 'https://host.example', appId: APP_ID };
    const urlBy = (key: typeof old, appId = APP_ID) =>
      createSignedAddress('task-status', { ...base, appId, signingKeys: key === undefined ? [] : [key] });
    expect(await ask({ body, url: urlBy(old) })).toMatchObject({ status: 200 });
    const strangers = [
      urlBy({ id: 'k2', secret: new Secret('a secret of somebody else, long enough') }),
      urlBy(old, 'another-app'),
      STATUS_URL.replace('/k2.', '/k1.'),
      STATUS_URL.replace('/k2.', '/k9.'),
      STATUS_URL.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      STATUS_URL.slice(0, -1),
      `https://host.example/task-status/${BUTTON_URL.split('/').at(-1)}`,
    ];
    for (const url of strangers) expect(await ask({ body, url })).toMatchObject({ status: 401, taskIds: undefined });
  });

  test('is no button, and a button is no status address', async () => {
    const { handle, presses } = createDesk();
    const signature = STATUS_URL.split('/').at(-1);
    const button = await handle(pressRequest({ url: BUTTON_URL.replace(/[^/]+$/, signature ?? '') }));
    expect([button.status, presses]).toEqual([401, []]);
    // A button may be called like the word of the address.
    const named = await handle(pressRequest({ url: `https://host.example/tasks/t-1/task-status/${signature}` }));
    expect(named.status).toBe(401);
  });

  test.each([
    ['by GET', { method: 'GET' }, 405, 'this address is called with POST'],
    ['as text', { contentType: 'text/plain' }, 415, 'the content type must be application/json'],
    ['without a type', { contentType: '' }, 415, 'the content type must be application/json'],
    ['with too much', { maxBodyBytes: 6 }, 413, 'taskIds: the body is too large; split it into several calls'],
  ])('called %s it answers so', async (_how, change, status, message) => {
    const asked = await ask({ ...('method' in change ? {} : { body }), ...change });
    expect(asked).toMatchObject({ status, code: status, message, taskIds: undefined });
  });

  test('answers 503 where the states cannot be read, and the center may ask again', async () => {
    const asked = await ask({ body, fails: true });
    expect(asked).toMatchObject({ status: 503, code: 503, data: null });
    expect(asked.headers.get('retry-after')).toBe('5');
    expect(asked.message).not.toContain('disk');
  });
});
