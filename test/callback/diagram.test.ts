import { describe, expect, test } from 'vitest';
import { Secret } from '../../src/secret.ts';
import { createSignedAddress } from '../support/inner/callback.ts';
import { APP_ID, BUTTON_URL, createDesk, SIGNING_KEYS } from './callback-fixture.ts';

const ADDRESS = { publicUrl: 'https://host.example/bridge/', appId: APP_ID, signingKeys: SIGNING_KEYS };
const DIAGRAM_URL = createSignedAddress('diagrams', ADDRESS);
const DIAGRAM = { instanceId: 'i-1', xml: '<definitions/>' };

interface Asked {
  readonly status: number;
  readonly headers: Headers;
  readonly body: { readonly code: number; readonly message: string; readonly data: unknown };
  /** The tasks that the bridge was asked for. */
  readonly asked: readonly string[];
  readonly log: readonly string[];
}

interface Call {
  readonly url?: string;
  readonly method?: string;
  readonly fails?: boolean;
  readonly isOff?: boolean;
}

/** Calls a handler behind which a bridge has one task, t-1. */
async function call({ url = `${DIAGRAM_URL}?taskId=t-1`, method = 'GET', fails, isOff }: Call = {}): Promise<Asked> {
  const asked: string[] = [];
  const diagramPort = {
    ofTask: async (taskId: string) => {
      asked.push(taskId);
      if (fails) throw new Error('the disk is full of <definitions secret="s"/>');
      return taskId === 't-1' ? DIAGRAM : undefined;
    },
  };
  const { handle, log } = createDesk(isOff ? {} : { diagramPort });
  const response = await handle(new Request(url, { method }));
  const body = (await response.json()) as Asked['body'];
  return {
    status: response.status,
    headers: response.headers,
    body,
    asked,
    log: log.map((line) => JSON.stringify(line)),
  };
}

describe('the diagram of a task', () => {
  test('is answered to a GET that names the task, and kept by nobody on the way', async () => {
    const { status, headers, body, asked } = await call();
    expect([status, body, asked]).toEqual([200, { code: 0, message: 'success', data: DIAGRAM }, ['t-1']]);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-type')).toMatch(/^application\/json/);
  });

  test('is found under any prefix, whatever else stands in the query', async () => {
    const moved = DIAGRAM_URL.replace('https://host.example/bridge', 'http://127.0.0.1:8080/a/b');
    expect((await call({ url: `${moved}?x=1&taskId=${encodeURIComponent('t-1')}` })).status).toBe(200);
  });

  test('of a task that is not there is 404 with the code of an unknown task', async () => {
    const { status, body, headers } = await call({ url: `${DIAGRAM_URL}?taskId=t-2` });
    expect([status, body]).toEqual([404, { code: 2004, message: 'this task is not exist', data: null }]);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test.each(['', '?taskId=', '?taskid=t-1', '?taskId=t-1&taskId=t-2', '?taskId=t-1&taskId='])(
    'without exactly one task, as in "%s", is 400',
    async (query) => {
      const { status, body, asked } = await call({ url: DIAGRAM_URL + query });
      expect([status, body.code, asked]).toEqual([400, 400, []]);
      expect(body.message).toContain('taskId');
    },
  );

  test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('is not there for %s', async (method) => {
    const { status, headers, asked } = await call({ method });
    expect([status, headers.get('allow'), asked]).toEqual([405, 'GET', []]);
  });

  test('may be asked for again where it could not be read; the reason stays here', async () => {
    const { status, headers, body, log } = await call({ fails: true });
    expect([status, headers.get('retry-after'), body.data]).toEqual([503, '5', null]);
    expect(JSON.stringify([body, log])).not.toContain('definitions');
  });

  test('is given only where the option says so', async () => {
    const { status, asked } = await call({ isOff: true });
    expect([status, asked]).toEqual([404, []]);
  });
});

describe('the address of diagrams', () => {
  test('is good under every accepted key, and under no other key, application or word', async () => {
    const [, old = SIGNING_KEYS[0]] = SIGNING_KEYS;
    const by = (key: (typeof SIGNING_KEYS)[number] | undefined, appId = APP_ID) =>
      createSignedAddress('diagrams', { ...ADDRESS, appId, signingKeys: key ? [key] : [] });
    const ask = async (url: string) => call({ url: `${url}?taskId=t-1` });
    expect((await ask(by(old))).status).toBe(200);
    const signatureOf = (url: string) => url.split('/').at(-1) ?? '';
    const strangers = [
      by({ id: 'k2', secret: new Secret('a secret of somebody else, long enough') }),
      by(old, 'another-app'),
      DIAGRAM_URL.replace('/k2.', '/k1.'),
      DIAGRAM_URL.replace('/k2.', '/k9.'),
      DIAGRAM_URL.slice(0, -1),
      `${DIAGRAM_URL}A`,
      DIAGRAM_URL.replace(/[^/]+$/, signatureOf(createSignedAddress('task-status', ADDRESS))),
      DIAGRAM_URL.replace(/[^/]+$/, signatureOf(BUTTON_URL)),
    ];
    for (const url of strangers) {
      const { status, asked, log } = await ask(url);
      expect([url, status, asked]).toEqual([url, 401, []]);
      // Whoever reads the log must not learn an address from it.
      expect(log.join()).not.toContain(signatureOf(url));
    }
  });

  test('with any one character changed is refused, and no task is looked for', async () => {
    const signed = DIAGRAM_URL.indexOf('/diagrams/') + 1;
    for (let at = signed; at < DIAGRAM_URL.length; at++) {
      for (const character of ['A', 'b', '.', '/', '0']) {
        const url = DIAGRAM_URL.slice(0, at) + character + DIAGRAM_URL.slice(at + 1);
        if (url === DIAGRAM_URL) continue;
        const { status, asked } = await call({ url: `${url}?taskId=t-1` });
        expect([url, [401, 404].includes(status), asked]).toEqual([url, true, []]);
      }
    }
  });

  test('answers no question about states', async () => {
    const url = createSignedAddress('task-status', ADDRESS).replace(/[^/]+$/, DIAGRAM_URL.split('/').at(-1) ?? '');
    const port = { answer: async () => [] };
    const { handle } = createDesk({ status: { maxBodyBytes: 1000, port } });
    const headers = { 'content-type': 'application/json' };
    const response = await handle(new Request(url, { method: 'POST', headers, body: '["t-1"]' }));
    expect(response.status).toBe(401);
  });
});
