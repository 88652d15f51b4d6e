/** The control API asks for no password, so that no page of another origin may reach it through a person's browser. */
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { nextTask, openBusinessSystem, openSandbox, openTasks } from '../business-system.ts';
import { callControl, refusal } from './control-client.ts';

const press = { method: 'POST', body: { account: 'bo', action: 'Approve' } };

async function openOffice() {
  const system = await openBusinessSystem();
  const sandbox = await openSandbox();
  const actions = [{ name: 'Approve', type: 'HANDLE', url: system.url, optType: 0, method: 'post' }];
  await openTasks(sandbox, nextTask('t-1', { actions }));
  return { sandbox, system, host: new URL(sandbox.baseUrl).host };
}

describe('a call from a browser', () => {
  it.each<[string, (host: string) => Record<string, string>]>([
    ['a page of another site', () => ({ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })],
    ['a page of another port of this machine', () => ({ origin: 'http://127.0.0.1:1', 'sec-fetch-site': 'same-site' })],
    ['a page without an origin, such as a sandboxed frame', () => ({ origin: 'null' })],
    ['an old browser that tells the origin alone', () => ({ origin: 'http://evil.example' })],
    ['a picture or script of another port, where no origin is told', () => ({ 'sec-fetch-site': 'same-site' })],
    ['a form or link, where no origin is told', () => ({ 'sec-fetch-site': 'cross-site' })],
    ['the same host over https', (host) => ({ origin: `https://${host}` })],
    ['a page whose name was made to point here', () => ({ host: 'evil.example:8484' })],
    ['such a page that is its own origin', () => ({ host: 'evil.example', origin: 'http://evil.example' })],
    ['a name that begins as an address', () => ({ host: '127.0.0.1.evil.example' })],
    ['a name that begins with localhost', () => ({ host: 'localhost.evil.example' })],
    ['a host with more in it', () => ({ host: '127.0.0.1@evil.example' })],
  ])('%s can neither press nor read', async (_who, headersOf) => {
    const { sandbox, system, host } = await openOffice();
    const headers = headersOf(host);
    const foreign = { status: 403, code: 'ERR_CROSS_SITE' };
    expect(await refusal(sandbox, '/tasks/t-1/press', { ...press, headers })).toMatchObject(foreign);
    expect(await refusal(sandbox, '/accounts/bo/pending', { headers })).toMatchObject(foreign);
    expect(await refusal(sandbox, '/events', { headers })).toMatchObject(foreign);
    expect(await refusal(sandbox, '/nowhere', { headers })).toMatchObject(foreign);
    expect(system.received).toEqual([]);
  });

  it.each<[string, (host: string) => Record<string, string>]>([
    ['a page of the sandbox itself', (host) => ({ origin: `http://${host}`, 'sec-fetch-site': 'same-origin' })],
    ['the same by the name localhost', () => ({ host: 'localhost:8484', origin: 'http://localhost:8484' })],
    ['the same by IPv6', () => ({ host: '[::1]:8484', origin: 'http://[::1]:8484' })],
    ['curl', () => ({})],
  ])('%s can press', async (_who, headersOf) => {
    const { sandbox, system, host } = await openOffice();
    const { status } = await callControl(sandbox, '/tasks/t-1/press', { ...press, headers: headersOf(host) });
    expect([status, system.received.length]).toEqual([200, 1]);
  });

  it('a typed address can read, but cannot change anything', async () => {
    const { sandbox, system } = await openOffice();
    const headers = { 'sec-fetch-site': 'none' };
    expect((await callControl(sandbox, '/accounts', { headers })).status).toBe(200);
    expect(await refusal(sandbox, '/tasks/t-1/press', { ...press, headers })).toMatchObject({ status: 403 });
    expect(system.received).toEqual([]);
  });

  it('no answer can be read by another origin, or is interpreted as anything but JSON', async () => {
    const { sandbox } = await openOffice();
    for (const path of ['/accounts', '/nowhere']) {
      const { headers } = await callControl(sandbox, path);
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
      expect(headers).toMatchObject({
        ...{ 'content-type': 'application/json;charset=utf-8', 'x-content-type-options': 'nosniff' },
        ...{ 'cache-control': 'no-store', 'cross-origin-resource-policy': 'same-origin' },
      });
    }
    const preflight = { method: 'OPTIONS', headers: { 'access-control-request-method': 'POST' } };
    expect(await refusal(sandbox, '/tasks/t-1/press', preflight)).toMatchObject({ status: 405 });
  });
});

describe('a body', () => {
  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain; application/json',
    'application/json; charset=utf-16',
    '',
  ])('of type "%s", as a form can send, is refused', async (type) => {
    const { sandbox, system } = await openOffice();
    const call = { ...press, headers: { 'content-type': type } };
    const refused = await refusal(sandbox, '/tasks/t-1/press', call);
    expect(refused).toMatchObject({ status: 415, code: 'ERR_CONTENT_TYPE' });
    expect(system.received).toEqual([]);
  });

  it('that is larger than a person writes is refused', async () => {
    const { sandbox } = await openOffice();
    const body = { account: 'bo', action: 'Approve', opinions: 'x'.repeat(1024 * 1024) };
    const refused = await refusal(sandbox, '/tasks/t-1/press', { method: 'POST', body });
    expect(refused).toMatchObject({ status: 413, code: 'ERR_BODY_TOO_LARGE' });
  });
});

describe('a call without the headers of an HTTP client', () => {
  it.each([
    ['without a Host', 'GET /sandbox/accounts HTTP/1.0\r\n\r\n', 403],
    [
      'with a whole address as its path',
      'GET http://evil.example/sandbox/accounts HTTP/1.1\r\nHost: evil.example\r\n\r\n',
      404,
    ],
    ['with dots in its path', 'GET /sandbox/../center/x HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n', 404],
  ])('%s gets no list', async (_what, text, status) => {
    const { sandbox } = await openOffice();
    const socket = connect(Number(new URL(sandbox.baseUrl).port), '127.0.0.1');
    socket.setEncoding('utf8').write(text);
    const answer = await new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))));
    socket.destroy();
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });
});
