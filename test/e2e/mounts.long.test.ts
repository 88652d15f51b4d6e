import { EventEmitter, once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MOUNTS, type Mounted } from '../../examples/mounts/try-mount.ts';
import type { Bridge } from '../../src/index.ts';
import { BUTTON_URL, createDesk, type Desk, PARAMETERS } from '../callback/callback-fixture.ts';
import { REPOSITORY, runTypeScript } from './run-node.ts';
import { makeTempFolder } from './temp-folder.ts';

const PREFIX = '/approvals';
const headers = { 'content-type': 'application/json', uuid: 'u-1', 'x-id-token': 't' };
const BUTTON_PATH = new URL(BUTTON_URL).pathname.replace('/bridge', '');

// How each is mounted is told below, in this process.
test.each(Object.keys(MOUNTS))('%s takes a leave through its mount in examples/mounts, on its own', async (name) => {
  const ran = await runTypeScript('examples/mounts/try-mount.ts', [name], REPOSITORY);
  expect({ ...ran, stdout: ran.stdout.replaceAll(/^\[Nest\].*\n/gm, '') }).toEqual({
    code: 0,
    stderr: '',
    stdout: [
      'anna pressed Handle at /approvals: Handle: done',
      'bo pressed Approve at /approvals: Approve: done',
      'The leave is decided.',
      'healthy: the page of the host works too',
      '',
    ].join('\n'),
  });
});

describe.each(Object.entries(MOUNTS))('the bridge mounted in %s', (_name, mount) => {
  let desk: Desk;
  let server: Mounted;
  let button: string;

  beforeEach(async () => {
    desk = createDesk({ maxBodyBytes: 1000 });
    server = await mount({ fetch: desk.handle, close: async () => {} } as Bridge);
    button = server.url + PREFIX + BUTTON_PATH;
  });
  afterEach(() => server.close());

  test('receives POST, PUT and GET with all headers and bodies', async () => {
    const body = JSON.stringify({ ...PARAMETERS, opinions: '同意' });
    for (const method of ['POST', 'PUT']) {
      const response = await fetch(button, { method, headers, body });
      expect([response.status, await response.json()]).toMatchObject([200, { code: 0, data: { verdict: 'applied' } }]);
      expect(response.headers.get('cache-control')).toBe('no-store');
    }
    const query = new URLSearchParams({ ...PARAMETERS, opinions: '同意' });
    expect((await fetch(`${button}?${query}`, { headers })).status).toBe(200);
    expect(desk.presses).toHaveLength(3);
    expect(desk.presses[0]).toMatchObject({ account: 'zhang.san', opinions: '同意', uuid: 'u-1' });
    expect(new Set(desk.presses.map(({ fingerprint }) => fingerprint)).size).toBe(1);
  });

  test('reads bodies of any content type itself, so that it may refuse them in its own words', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const response = await fetch(button, {
        method: 'POST',
        headers: { ...headers, 'content-type': type },
        body: 'a=b',
      });
      expect([response.status, await response.json()]).toMatchObject([415, { code: 415 }]);
    }
    const noJson = await fetch(button, { method: 'POST', headers, body: '{' });
    expect([noJson.status, await noJson.json()]).toMatchObject([400, { message: 'the parameters cannot be read' }]);
  });

  test('refuses other addresses, other signatures, other methods and bodies that are too large', async () => {
    const post = (url: string, body = JSON.stringify(PARAMETERS)) => fetch(url, { method: 'POST', headers, body });
    expect((await post(`${button}x`)).status).toBe(401);
    expect((await post(`${server.url}${PREFIX}/tasks/x`)).status).toBe(404);
    expect((await fetch(button, { method: 'DELETE', headers })).status).toBe(405);
    expect((await post(button, ' '.repeat(2000))).status).toBe(413);
    expect(desk.presses).toEqual([]);
    expect((await post(button)).status).toBe(200);
  });

  test('answers 413 to a client that never stops sending', async () => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const call = httpRequest(button, { method: 'POST', headers: { ...headers, 'transfer-encoding': 'chunked' } });
      call.on('response', (response) => {
        resolve(response.statusCode);
        call.destroy();
      });
      call.on('error', reject);
      call.write(Buffer.alloc(2000, ' '));
    });
    expect(status).toBe(413);
    expect(desk.presses).toEqual([]);
  });

  test('does not affect other routes of the host', async () => {
    const response = await fetch(`${server.url}/health`);
    expect([response.status, await response.text()]).toEqual([200, 'healthy']);
  });
});

const { nest: mountNest } = MOUNTS;

test('NestJS takes no new connections while the bridge closes, and a press that is running gets its answer', async () => {
  const calls = new EventEmitter();
  const bridge = {
    async fetch() {
      calls.emit('press');
      await once(calls, 'closing');
      calls.emit('answer');
      return new Response('done');
    },
    async close() {
      await expect(fetch(`${server.url}/health`)).rejects.toThrow();
      const answered = once(calls, 'answer');
      calls.emit('closing');
      await answered;
      // A bridge closes its store after the presses.
      await once(calls, 'written');
    },
  } as Pick<Bridge, 'fetch' | 'close'> as Bridge;
  const server = await mountNest(bridge);
  const arrived = once(calls, 'press');
  const pressed = fetch(`${server.url}/approvals/press`, { method: 'POST' }).then(async (answer) => {
    const text = await answer.text();
    calls.emit('written');
    return text;
  });
  await arrived;
  await server.close();
  expect(await pressed).toBe('done');
});

test('Fastify closes the bridge when it is asked to stop, and ends with code 0', async () => {
  const ran = await runTypeScript('test/e2e/fastify-server.child.ts', [], REPOSITORY);
  expect(ran).toEqual({ code: 0, stdout: 'bridge closed\n', stderr: '' });
});

test('Next.js opens the bridge when its server starts, keeps it, and ends with code 0 when it is asked to stop', async () => {
  const { code, stdout, stderr } = await runTypeScript('test/e2e/next-server.child.ts', [], REPOSITORY);
  expect(stderr).toMatch(/^callback\.idToken is 'trust-center': .*\nidentity is 'trust-center': .*\n$/);
  expect([code, stdout]).toEqual([0, 'Handle: done\nManager approval\n']);
});

test('Next.js opens the bridge again after a start that failed, and leaves no bridge of it open', async () => {
  await using folder = await makeTempFolder();
  const { code, stdout } = await runTypeScript('test/e2e/next-failed-start.child.ts', [REPOSITORY], folder.path);
  expect([code, stdout]).toEqual([0, 'ERR_INPUT_INVALID\nopened\n']);
});
