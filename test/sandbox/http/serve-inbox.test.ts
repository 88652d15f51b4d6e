import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createInboxServer } from '../../../src/sandbox/http/serve-inbox.ts';
import { openSandbox } from '../business-system.ts';

interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Any call, with the path as it is written here: a URL would take its dots away. */
function call(origin: string, path: string, method = 'GET', headers: Record<string, string> = {}): Promise<Reply> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, method, headers }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        body += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
    })
      .on('error', reject)
      .end();
  });
}

const open: { close(): unknown }[] = [];
let base: string;
/** What a build has made. */
let folder: string;

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'inbox-'));
  folder = join(base, 'inbox');
  await mkdir(join(folder, 'assets'), { recursive: true });
  await writeFile(join(base, 'secret.txt'), 'not of the inbox');
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Inbox</title>');
  await writeFile(join(folder, 'inbox-A1B2C3D4.js'), 'document.title = "here";');
  await writeFile(join(folder, 'assets', 'inbox-Z9Y8X7W6.css'), 'body { color: black }');
  await writeFile(join(folder, 'THIRD-PARTY.txt'), 'preact: MIT');
});
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
  await rm(base, { recursive: true });
});

async function serve(built = folder): Promise<string> {
  const inbox = createInboxServer('127.0.0.1', pathToFileURL(`${built}/`));
  const server = createServer((incoming, outgoing) => void inbox.handle(incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push({ close: () => new Promise((resolve) => server.close(resolve)) });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('what the build has made', () => {
  it('is the page, which is asked for again each time, and its files, which never change under their names', async () => {
    const origin = await serve();
    const fresh = 'no-cache';
    const forEver = 'public, max-age=31536000, immutable';
    const served = async (path: string) => {
      const { status, headers, body } = await call(origin, path);
      return [status, headers['content-type'], headers['cache-control'], body];
    };
    const page = '<!doctype html><title>Inbox</title>';
    expect(await served('/inbox/')).toEqual([200, 'text/html;charset=utf-8', fresh, page]);
    expect(await served('/inbox/?lang=zh')).toEqual([200, 'text/html;charset=utf-8', fresh, page]);
    expect(await served('/inbox/index.html')).toEqual([200, 'text/html;charset=utf-8', fresh, page]);
    const script = [200, 'text/javascript;charset=utf-8', forEver, 'document.title = "here";'];
    expect(await served('/inbox/inbox-A1B2C3D4.js')).toEqual(script);
    const style = [200, 'text/css;charset=utf-8', forEver, 'body { color: black }'];
    expect(await served('/inbox/assets/inbox-Z9Y8X7W6.css')).toEqual(style);
    const notices = [200, 'text/plain;charset=utf-8', fresh, 'preact: MIT'];
    expect(await served('/inbox/THIRD-PARTY.txt')).toEqual(notices);
  });

  it('answers HEAD as GET, without the body', async () => {
    const origin = await serve();
    const { status, headers, body } = await call(origin, '/inbox/inbox-A1B2C3D4.js', 'HEAD');
    expect([status, headers['content-length'], body]).toEqual([200, '24', '']);
  });

  it.each([
    '/inbox/nothing.js',
    '/inbox/assets',
    '/inbox/assets/',
    '/inbox/../secret.txt',
    '/inbox/assets/../../secret.txt',
    '/inbox/%2e%2e/secret.txt',
    '/inbox/..%2fsecret.txt',
    '/inbox/..\\secret.txt',
    '/inbox//etc/passwd',
    '/inbox/%00',
    '/inbox/%',
  ])('does not lead to %s', async (path) => {
    const origin = await serve();
    const { status, headers, body } = await call(origin, path);
    expect([status, headers['content-type']]).toEqual([404, 'text/plain;charset=utf-8']);
    expect(body).not.toContain('not of the inbox');
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('is read-only: %s is refused', async (method) => {
    const { status, headers } = await call(await serve(), '/inbox/', method);
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
  });
});

it('every answer excludes other origins: own scripts only, no frames, no referrer, no type sniffing', async () => {
  const origin = await serve();
  for (const path of ['/inbox/', '/inbox/inbox-A1B2C3D4.js', '/inbox/none', '/']) {
    const { headers } = await call(origin, path);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
    });
    const policy = String(headers['content-security-policy']).split('; ');
    expect(policy).toEqual(
      expect.arrayContaining(["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"]),
    );
    expect(policy.join()).not.toContain('unsafe-eval');
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  }
});

describe('who may read it', () => {
  it.each<[string, Record<string, string>]>([
    ['a page whose name was made to point here', { host: 'evil.example' }],
    ['a page of another origin', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['a script, picture or frame of another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
    ['a frame', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }],
    ['a page of another port of this machine', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' }],
  ])('%s may not', async (_who, headers) => {
    const origin = await serve();
    for (const path of ['/inbox/', '/inbox/inbox-A1B2C3D4.js', '/']) {
      expect((await call(origin, path, 'GET', headers)).status).toBe(403);
    }
  });

  const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  it.each<[string, Record<string, string>]>([
    ['an address that was typed', { 'sec-fetch-site': 'none', ...navigation }],
    ['a link of another site that somebody follows', { 'sec-fetch-site': 'cross-site', ...navigation }],
    ['a link of the business system, on another port', { 'sec-fetch-site': 'same-site', ...navigation }],
    ['the page itself', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors' }],
    ['the name localhost', { host: 'localhost:8484' }],
  ])('%s leads there', async (_who, headers) => {
    expect((await call(await serve(), '/inbox/', 'GET', headers)).status).toBe(200);
  });
});

describe('where nothing is built', () => {
  it('a plain page says how to build it, until it is', async () => {
    const origin = await serve(join(base, 'later'));
    const { status, headers, body } = await call(origin, '/inbox/');
    expect([status, headers['content-type']]).toEqual([503, 'text/html;charset=utf-8']);
    expect(body).toContain('npm run build:pages');
    await mkdir(join(base, 'later'));
    await writeFile(join(base, 'later', 'index.html'), 'built');
    expect(await call(origin, '/inbox/')).toMatchObject({ status: 200, body: 'built' });
  });
});

describe('a sandbox', () => {
  it('reports the address of its inbox; its origin redirects there', async () => {
    const sandbox = await openSandbox();
    const { origin } = new URL(sandbox.baseUrl);
    expect(sandbox.inboxUrl).toBe(`${origin}/inbox/`);
    for (const path of ['/', '/?x=1', '/inbox', '/inbox?x=1']) {
      const { status, headers } = await call(origin, path);
      expect([status, headers.location]).toEqual([302, '/inbox/']);
    }
    expect([200, 503]).toContain((await call(origin, '/inbox/')).status);
  });

  it('has its calls in no traffic, and a fault does not strike them', async () => {
    const sandbox = await openSandbox();
    sandbox.faults.set({ rules: [{ fault: 'http-error-before', next: 9 }] });
    const { origin } = new URL(sandbox.baseUrl);
    expect((await call(origin, '/inbox/nothing')).status).not.toBe(200);
    expect((await call(origin, '/')).status).toBe(302);
    expect(sandbox.traffic).toEqual([]);
  });

  it('without a control API has no inbox', async () => {
    const sandbox = await openSandbox({ controlApi: false });
    expect(sandbox.inboxUrl).toBeUndefined();
    const { origin } = new URL(sandbox.baseUrl);
    for (const path of ['/', '/inbox', '/inbox/']) {
      expect((await call(origin, path)).headers['content-type']).toMatch(/^application\/json/);
      expect((await call(origin, path)).status).toBe(404);
    }
  });

  it('answers a caller that names no host, as HTTP 1.0 allows, with a refusal', async () => {
    const sandbox = await openSandbox();
    const socket = connect(Number(new URL(sandbox.baseUrl).port), '127.0.0.1');
    socket.setEncoding('utf8').write('GET /inbox/ HTTP/1.0\r\n\r\n');
    const answered = await new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))));
    socket.destroy();
    expect(answered).toMatch(/^HTTP\/1.1 403 /);
  });
});
