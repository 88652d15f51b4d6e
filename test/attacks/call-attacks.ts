/** Calls of the host and of the center, and a center whose answers ask for more calls. */
import { randomUUID } from 'node:crypto';
import { createWorld } from '../bridge/world.ts';
import { createDesk, pressOverHttp } from '../callback/callback-fixture.ts';
import { startIssuer } from '../callback/issuer.ts';
import { end, exclusive, processFile, start, userTask } from '../support/bpmn-xml.ts';
import { startFlakyProxy } from '../support/flaky-proxy.ts';
import { createIdTokenCheck } from '../support/inner/callback.ts';
import type { Attack, Outcome } from './attack.ts';

const CHUNK_BYTES = 65_536;
const STANDS_AT_MOST_MS = 10_000;
const ask = userTask('ask', { assignee: 'anna' });

/** Of a bridge with one open task. */
async function openWorld(xml: string, options: Parameters<typeof createWorld>[0] = {}) {
  const world = await createWorld(options);
  await world.bridge.deploy(xml);
  const { instanceId } = await world.bridge.start('process', { initiator: 'anna' });
  return { world, taskId: `${instanceId}.1` };
}

/** A body as it comes from a socket. */
function inChunks(body: Buffer) {
  const count = Math.ceil(body.length / CHUNK_BYTES);
  const chunks = Array.from({ length: count }, (_, at) => body.subarray(at * CHUNK_BYTES, (at + 1) * CHUNK_BYTES));
  return { body: ReadableStream.from(chunks), duplex: 'half' as const };
}

/** Asks for the state of a task, so many times in one call. It tells the HTTP status, and the number of entries. */
function asking(name: string, times: number, expected: Outcome): Attack {
  return {
    name,
    expected: [expected],
    standsAtMostMs: STANDS_AT_MOST_MS,
    async prepare() {
      const { world, taskId } = await openWorld(processFile([start(), ask, end()], 'start > ask > end'));
      const body = Buffer.from(JSON.stringify({ taskIds: Array.from({ length: times }, () => taskId) }));
      const headers = { 'content-type': 'application/json' };
      const call = new Request(world.bridge.statusUrl(), { method: 'POST', headers, ...inChunks(body) });
      return async () => {
        const response = await world.bridge.fetch(call);
        const { data } = (await response.json()) as { data: readonly unknown[] | null };
        return `HTTP ${response.status}, entries: ${data?.length ?? 0}`;
      };
    },
  };
}

/** Reads a number in a text that a person wrote, as the reason of a decision. */
const DECIDING = processFile(
  [start(), ask, exclusive('way'), end('large'), end('small')],
  'start > ask > way; way >[${opinions > 100}] large; way >* small',
);

/** The center calls the signed address of the button, which the task has. */
const DIGITS: Attack = {
  name: 'a signed press over HTTP with 60,000 digits, which a condition reads',
  expected: ['HTTP 200, code 500'],
  standsAtMostMs: STANDS_AT_MOST_MS,
  async prepare() {
    const { world } = await openWorld(DECIDING);
    await world.bridge.idle();
    const taskId = world.taskOf('anna', 'ask');
    const opinions = `${'9'.repeat(60_000)}x`;
    return async () => {
      const { status, body } = await world.sandbox.press(taskId, { action: 'Handle', account: 'anna', opinions });
      return `HTTP ${status}, code ${(body as { code: number }).code}`;
    };
  },
};

const RENEWED_AFTER_MS = 5_000;
const KEYS_PAUSE_MS = 2_000;
const SELDOM = 'a token every 5 s at most';

/** Twenty reports; the center takes none, and each of its answers could mean that the token is wrong. */
const TOKENS: Attack = {
  name: 'a center that answers 403 to each of 20 reports',
  expected: [SELDOM],
  standsAtMostMs: STANDS_AT_MOST_MS,
  async prepare() {
    const proxy = await startFlakyProxy();
    const center = {
      ...{ baseUrl: `${proxy.origin}/center`, authUrl: `${proxy.origin}/auth` },
      ...{ clientId: 'approvals-client', clientSecret: 'approvals-secret', appId: 'approvals' },
    };
    const world = await createWorld({ bridge: { center, outbox: { retryMinMs: 1, retryMaxMs: 1, batchSize: 1 } } });
    proxy.target = new URL(world.sandbox.baseUrl).origin;
    let tokens = 0;
    let refused = 0;
    const all = new Promise<void>((resolve) => {
      proxy.meddle = async (call) => {
        if (call.path.startsWith('/auth')) tokens += 1;
        if (!call.path.endsWith('/taskHandle')) return call.forward();
        refused += 1;
        if (refused === 20) resolve();
        return { status: 403, headers: {}, body: '' };
      };
    });
    await world.bridge.deploy(processFile([start(), ask, end()], 'start > ask > end'));
    return async () => {
      const begun = Date.now();
      for (let count = 0; count < 20; count += 1) await world.bridge.start('process', { initiator: 'anna' });
      await all;
      return tokens <= 2 + (Date.now() - begun) / RENEWED_AFTER_MS ? SELDOM : `${tokens} tokens`;
    };
  },
};

const FETCHED_SELDOM = '503, keys fetched every 2 s at most';

/** Each token names a key that nobody knows, so that each could be a reason to fetch the keys again. */
const KEYS: Attack = {
  name: '200 presses with invented tokens while the key server fails',
  expected: [FETCHED_SELDOM],
  standsAtMostMs: STANDS_AT_MOST_MS,
  async prepare() {
    const issuer = await startIssuer();
    const tokens: string[] = [];
    for (let count = 0; count < 200; count += 1) tokens.push(await issuer.issue('anna', {}, { kid: randomUUID() }));
    issuer.behave('fail');
    const recipe = {
      ...{ keys: { jwksUrl: issuer.jwksUrl, timeoutMs: 5_000 }, algorithms: ['ES256'], issuer: [issuer.name] },
      ...{ audience: ['approvals'], claim: 'sub', clockToleranceSeconds: 0 },
    };
    const desk = createDesk({ idToken: createIdTokenCheck(recipe, Date.now) });
    return async () => {
      const begun = Date.now();
      const statuses = new Set<number>();
      for (const token of tokens) {
        const { status } = await pressOverHttp(desk.handle, { headers: { 'x-id-token': token } });
        statuses.add(status);
      }
      const mayFetch = 1 + (Date.now() - begun) / KEYS_PAUSE_MS;
      const answered = [...statuses].join(', ');
      return issuer.fetches <= mayFetch ? `${answered}, keys fetched every 2 s at most` : `${issuer.fetches} fetches`;
    };
  },
};

type Odd = { [name: string]: Odd };

/** The host starts an instance with a variable that it has built. */
function starting(name: string, order: Odd): Attack {
  return {
    name: `a start with ${name}`,
    expected: ['ERR_INPUT_INVALID'],
    standsAtMostMs: STANDS_AT_MOST_MS,
    async prepare() {
      const { world } = await openWorld(processFile([start(), ask, end()], 'start > ask > end'));
      return async () => {
        const begun = world.bridge.start('process', { initiator: 'anna', variables: { order } });
        return begun.then(
          () => 'works',
          (error: { code?: string }) => error.code ?? 'no code',
        );
      };
    },
  };
}

const DEEP = JSON.parse(`${'{"a":'.repeat(100_000)}{}${'}'.repeat(100_000)}`) as Odd;
const CIRCULAR: Odd = {};
Object.assign(CIRCULAR, { one: CIRCULAR, other: CIRCULAR });
/** It has only 40 objects, and 2^40 places. */
let repeated: Odd = {};
for (let level = 0; level < 40; level += 1) repeated = { one: repeated, other: repeated };

export const CALL_ATTACKS: readonly Attack[] = [
  starting('a variable of 100,000 levels', DEEP),
  starting('a variable that contains itself', CIRCULAR),
  starting('a variable that has one object in 1,000,000,000,000 places', repeated),
  asking('a status call that names a task 80,000 times', 80_000, 'HTTP 200, entries: 1'),
  asking('a status call that names a task 1,000,000 times', 1_000_000, 'HTTP 413, entries: 0'),
  DIGITS,
  TOKENS,
  KEYS,
];
