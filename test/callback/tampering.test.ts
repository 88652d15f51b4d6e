import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { createHttpClient, type WireAnswer } from '../fuzz/http-client.ts';
import { createSignedAddress } from '../support/inner/callback.ts';
import { serveFetch } from '../support/serve-fetch.ts';
import { APP_ID, actionUrl, createDesk, PARAMETERS, SIGNING_KEYS } from './callback-fixture.ts';

const opened: (() => PromiseLike<void>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

/** A handler behind an HTTP server, and a client that sends whatever it is told to. */
async function serveDesk(changes: Parameters<typeof createDesk>[0] = {}) {
  const { handle, presses } = createDesk(changes);
  const server = await serveFetch(handle);
  const client = createHttpClient(server.origin);
  opened.push(server.close, () => client[Symbol.asyncDispose]());
  const post = (url: string, body: string | Uint8Array, headers: Record<string, string> = {}): Promise<WireAnswer> =>
    client.send({
      method: 'POST',
      path: url.replace(/^https:\/\/host\.example/, ''),
      headers: { 'content-type': 'application/json', ...headers },
      body: Buffer.from(body),
    });
  return {
    presses,
    press: (url: string) => post(url, JSON.stringify(PARAMETERS), { uuid: 'u-1', 'x-id-token': 'token-of-zhang' }),
    ask: post,
  };
}

/** Refused by the bridge, or by the HTTP server itself where no client sends such a path. */
function expectRefusal({ status, text }: WireAnswer, path: string): void {
  expect(text === '' ? [400] : [401, 404], path).toContain(status);
}

const buttons = fc.record({
  taskId: fc.tuple(fc.uuid(), fc.nat(999)).map(([uuid, n]) => `${uuid}.${n}`),
  actionKey: fc.stringMatching(/^[A-Za-z0-9_.-]{1,20}$/).filter((key) => key !== '.' && key !== '..'),
});
/** The part of an address that the signature is about. */
const signedFrom = (url: string) => url.indexOf('/tasks/');

test('every address that was signed is accepted', async () => {
  const { press, presses } = await serveDesk();
  await fc.assert(
    fc.asyncProperty(buttons, async ({ taskId, actionKey }) => {
      presses.length = 0;
      expect((await press(actionUrl(taskId, actionKey))).status).toBe(200);
      expect(presses).toMatchObject([{ taskId, actionKey }]);
    }),
  );
});

test('an address with any one byte changed is refused and nothing reaches the bridge', async () => {
  const { press, presses } = await serveDesk();
  await fc.assert(
    fc.asyncProperty(
      buttons,
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      fc.integer({ min: 0x20, max: 0x7e }).map((byte) => String.fromCharCode(byte)),
      async ({ taskId, actionKey }, where, character) => {
        const url = actionUrl(taskId, actionKey);
        const at = signedFrom(url) + Math.floor(where * (url.length - signedFrom(url)));
        const changed = url.slice(0, at) + character + url.slice(at + 1);
        // A backslash is a slash to the URL standard: before anybody sees the request, that is the same address.
        fc.pre(new URL(changed).href !== url);
        expectRefusal(await press(changed), changed);
        expect(presses).toEqual([]);
      },
    ),
    { numRuns: 300 },
  );
});

test('an address with a byte taken out or put in is refused', async () => {
  const { press, presses } = await serveDesk();
  await fc.assert(
    fc.asyncProperty(
      buttons,
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      fc.constantFrom('', 'A', '.', '/', '%', '%2e', '\u00e4'),
      async ({ taskId, actionKey }, where, text) => {
        const url = actionUrl(taskId, actionKey);
        const start = signedFrom(url) + '/tasks/'.length;
        const at = start + Math.floor(where * (url.length - start));
        const changed = text === '' ? url.slice(0, at) + url.slice(at + 1) : url.slice(0, at) + text + url.slice(at);
        expectRefusal(await press(changed), changed);
        expect(presses).toEqual([]);
      },
    ),
    { numRuns: 150 },
  );
});

test('the signature of one button is good for no other', async () => {
  const { press, presses } = await serveDesk();
  await fc.assert(
    fc.asyncProperty(buttons, buttons, async (one, other) => {
      fc.pre(one.taskId !== other.taskId || one.actionKey !== other.actionKey);
      const signature = actionUrl(one.taskId, one.actionKey).split('/').at(-1) ?? '';
      const url = actionUrl(other.taskId, other.actionKey).replace(/[^/]+$/, signature);
      expect((await press(url)).status).toBe(401);
      expect(presses).toEqual([]);
    }),
  );
});

test('the status address with any one byte changed is refused, and nobody looks at a task', async () => {
  const url = createSignedAddress('task-status', {
    publicUrl: 'https://host.example',
    appId: APP_ID,
    signingKeys: SIGNING_KEYS,
  });
  const signed = url.indexOf('/task-status/') + 1;
  let asked = 0;
  const port = {
    answer: async () => {
      asked += 1;
      return [];
    },
  };
  const { ask } = await serveDesk({ status: { maxBodyBytes: 1000, port } });
  for (let at = signed; at < url.length; at++) {
    for (const character of ['A', 'B', '.', '/', '0', ' ']) {
      const changed = url.slice(0, at) + character + url.slice(at + 1);
      if (new URL(changed).href === url) continue;
      expectRefusal(await ask(changed, '["t-1"]'), changed);
    }
  }
  expect(asked).toBe(0);
  expect((await ask(url, '["t-1"]')).status).toBe(200);
  expect(asked).toBe(1);
});

test('whatever stands in a status question, it is answered in the form of the spec or refused', async () => {
  const url = createSignedAddress('task-status', {
    publicUrl: 'https://host.example',
    appId: APP_ID,
    signingKeys: SIGNING_KEYS,
  });
  const port = {
    answer: async (ids: readonly string[]) =>
      ids.map((taskId) => ({ taskId, taskStatus: 'IN_PROGRESS' as const, taskData: {} })),
  };
  const { ask } = await serveDesk({ status: { maxBodyBytes: 1000, port } });
  const bodies = fc.oneof(
    fc.json(),
    fc.string({ unit: 'binary' }),
    fc.array(fc.oneof(fc.string(), fc.jsonValue())).map((taskIds) => JSON.stringify({ taskIds })),
  );
  await fc.assert(
    fc.asyncProperty(bodies, async (body) => {
      const response = await ask(url, body);
      const { code, data } = JSON.parse(response.text) as { code: number; data: unknown[] | null };
      expect([200, 400, 413]).toContain(response.status);
      expect(code).toBe(response.status === 200 ? 0 : response.status);
      if (response.status !== 200) {
        expect(data).toBeNull();
        return;
      }
      const question: unknown = JSON.parse(body);
      const ids = Array.isArray(question) ? question : (question as { taskIds: unknown[] }).taskIds;
      expect(data?.map((entry) => (entry as { taskId: string }).taskId)).toEqual(ids);
    }),
    { numRuns: 200 },
  );
});
