import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect as connectSocket, type Socket } from 'node:net';
import { inspect } from 'node:util';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { ProxyAgent } from 'undici';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CenterClientOptions, createCenterClient } from '../../src/center/create-center-client.ts';
import type { CenterClient, HandleTasksOutcome, SendMessageOutcome } from '../../src/center/port.ts';
import type { MessageSendRequest, TaskHandlingItem } from '../../src/index.ts';
import { type Answer, answerErrors, answerJson, answerSent, type HttpCenter, startHttpCenter } from './http-center.ts';

const NOON = Date.UTC(2026, 0, 1, 12);
const ITEM: TaskHandlingItem = { appId: 'app', handler: 'ann', status: 'none', previousTaskId: 't-1' };
const MESSAGE: MessageSendRequest = {
  appId: 'app',
  messageTypeCode: 'LEAVE',
  sendId: 's-1',
  toPersons: 'ann',
  data: { title: 'Your leave', paramValueJson: {} },
};
const DELIVERED: HandleTasksOutcome = { kind: 'answered', errors: [] };

let center: HttpCenter;
let client: CenterClient;
let now: number;

function connect(options: Partial<CenterClientOptions> = {}): CenterClient {
  return createCenterClient({
    baseUrl: center.url,
    authUrl: center.url,
    clientId: 'bridge & co',
    clientSecret: 'very secret+',
    timeoutMs: 10_000,
    clock: () => now,
    ...options,
  });
}

beforeEach(async () => {
  now = NOON;
  center = await startHttpCenter();
  client = connect();
});
afterEach(async () => {
  await client.close();
  await center.close();
});

describe('a gateway that compresses', () => {
  const body = JSON.stringify({ took: 1, timestamp: 1, code: 0, message: 'success', data: { errorIds: [] } });
  const answerEncoded = (encoding: string, bytes: Buffer): Answer => {
    return (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': encoding }).end(bytes);
    };
  };

  it('is asked not to', async () => {
    await client.handleTasks([ITEM]);
    expect([...center.tokenCalls, ...center.taskCalls].map(({ headers }) => headers['accept-encoding'])).toEqual([
      'identity',
      'identity',
    ]);
  });

  it.each([
    ['gzip', gzipSync(body)],
    ['x-gzip', gzipSync(body)],
    ['deflate', deflateSync(body)],
    ['BR', brotliCompressSync(body)],
    ['deflate, gzip', gzipSync(deflateSync(body))],
    ['identity', Buffer.from(body)],
  ])('is understood when it does: %s', async (encoding, bytes) => {
    center.onTasks = answerEncoded(encoding, bytes);
    expect(await client.handleTasks([ITEM])).toEqual(DELIVERED);
  });

  it.each([
    ['gzip', gzipSync('x'.repeat(5_000_000)), 'what it sent is larger than an answer may be'],
    ['gzip', Buffer.from(body), 'its compressed answer is damaged'],
    ['compress', Buffer.from(body), 'its answer has a content-encoding that is not supported'],
  ])('with %s that cannot be read may have delivered it (%#)', async (encoding, bytes, why) => {
    center.onTasks = answerEncoded(encoding, bytes);
    const reason = `the center gave no answer: ${why}`;
    expect(await client.handleTasks([ITEM])).toEqual({ kind: 'failed', reason, mayHaveArrived: true });
  });
});

describe('a dispatcher of the service', () => {
  it('makes all calls, such as those through a proxy, and stays open', async () => {
    const tunnels: string[] = [];
    const proxy = createServer().on('connect', (request, socket: Socket, head) => {
      tunnels.push(request.url ?? '');
      const [host, port] = (request.url ?? '').split(':');
      const behind = connectSocket(Number(port), host, () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        behind.write(head);
        behind.pipe(socket).pipe(behind);
      });
      behind.on('error', () => socket.destroy());
      socket.on('error', () => behind.destroy());
    });
    await once(proxy.listen(0, '127.0.0.1'), 'listening');
    const dispatcher = new ProxyAgent(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`);
    const behindProxy = connect({ dispatcher });
    expect(await behindProxy.handleTasks([ITEM])).toEqual(DELIVERED);
    await behindProxy.close();
    const call = await dispatcher.request({ origin: center.url, path: '/', method: 'GET' });
    await call.body.dump();
    expect(call.statusCode).toBe(200);
    expect(new Set(tunnels)).toEqual(new Set([new URL(center.url).host]));
    await dispatcher.destroy();
    proxy.close();
  });
});

describe('the token request', () => {
  it('is a form with all four fields, and asks for the three scopes of the spec', async () => {
    await client.handleTasks([ITEM]);
    const [call] = center.tokenCalls;
    expect(call?.path).toBe('/oauth2/token');
    expect(call?.headers['content-type']).toBe('application/x-www-form-urlencoded;charset=utf-8');
    expect(Object.fromEntries(new URLSearchParams(call?.body))).toEqual({
      grant_type: 'client_credentials',
      client_id: 'bridge & co',
      client_secret: 'very secret+',
      scope: 'messagecenter:v1:sendMessage,ttc:v1:writeTransaction,ttc:v1:writeTtc',
    });
  });

  it('sends an empty field rather than none', async () => {
    const bare = connect({ clientId: '', clientSecret: '', scopes: [] });
    await bare.handleTasks([ITEM]);
    await bare.close();
    expect(center.tokenCalls[0]?.body).toBe('grant_type=client_credentials&client_id=&client_secret=&scope=');
  });

  it('is made once for callers that come at the same time', async () => {
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => client.handleTasks([ITEM])));
    expect(outcomes).toEqual(Array.from({ length: 8 }, () => DELIVERED));
    expect(center.tokenCalls).toHaveLength(1);
    expect(center.taskCalls).toHaveLength(8);
  });

  it('is made again shortly before the token ends, not sooner', async () => {
    center.onToken = answerJson(200, { access_token: 'token', expires_in: 3600 });
    await client.handleTasks([ITEM]);
    now = NOON + 3_539_000;
    await client.handleTasks([ITEM]);
    expect(center.tokenCalls).toHaveLength(1);
    now = NOON + 3_541_000;
    await client.handleTasks([ITEM]);
    expect(center.tokenCalls).toHaveLength(2);
  });

  it('is made again after a day, however long the token is said to live', async () => {
    center.onToken = answerJson(200, { access_token: 'token', expires_in: 9_999_999_999 });
    await client.handleTasks([ITEM]);
    now = NOON + 24 * 3_600_000 + 1;
    await client.handleTasks([ITEM]);
    expect(center.tokenCalls).toHaveLength(2);
  });

  it('is made for each call when tokens live for no time', async () => {
    center.onToken = answerJson(200, { access_token: 'token', expires_in: 0 });
    await client.handleTasks([ITEM]);
    await client.handleTasks([ITEM]);
    expect(center.tokenCalls).toHaveLength(2);
  });

  it('is made again at the next call after it failed', async () => {
    center.onToken = answerJson(500, {});
    expect(await client.handleTasks([ITEM])).toMatchObject({ kind: 'failed', mayHaveArrived: false });
    center.onToken = answerJson(200, { access_token: 'token', expires_in: 60 });
    expect(await client.handleTasks([ITEM])).toEqual(DELIVERED);
  });

  it.each([
    ['refuses the client', answerJson(401, { error: 'invalid_client' }), 'HTTP 401'],
    ['answers without a token', answerJson(200, { expires_in: 60 }), 'without an access_token'],
    ['answers with something else', answerJson(200, 'hello'), 'without an access_token'],
    ['answers with a token of two lines', answerJson(200, { access_token: 'a\r\nb' }), 'can be sent in a header'],
    ['answers with a token in Chinese', answerJson(200, { access_token: '令牌' }), 'can be sent in a header'],
  ])('sends no report when the token endpoint %s', async (_case, answer, reason) => {
    center.onToken = answer;
    const outcome = await client.handleTasks([ITEM]);
    expect(outcome).toMatchObject({ kind: 'failed', mayHaveArrived: false, reason: expect.stringContaining(reason) });
    expect(center.taskCalls).toEqual([]);
  });

  it('hands on how long the token endpoint wants to be left alone', async () => {
    center.onToken = answerJson(503, {}, { 'retry-after': '7' });
    expect(await client.handleTasks([ITEM])).toMatchObject({ mayHaveArrived: false, retryAfterMs: 7000 });
  });
});

describe('a taskHandle call', () => {
  it('posts the items as a JSON array, with the token as it is in the header', async () => {
    await client.handleTasks([ITEM, { ...ITEM, previousTaskId: 't-2' }]);
    const [call] = center.taskCalls;
    expect(call?.path).toBe('/apis/ttc/v1/transaction/poa/taskHandle');
    expect(call?.headers).toMatchObject({ authorization: 'token-1', 'content-type': 'application/json' });
    expect(JSON.parse(call?.body ?? '')).toEqual([ITEM, { ...ITEM, previousTaskId: 't-2' }]);
  });

  it('goes below the path of its address, with or without a closing slash', async () => {
    const behindGateway = connect({ baseUrl: `${center.url}/gateway/`, authUrl: `${center.url}/auth` });
    await behindGateway.handleTasks([ITEM]);
    await behindGateway.close();
    expect(center.tokenCalls[0]?.path).toBe('/auth/oauth2/token');
    expect(center.taskCalls[0]?.path).toBe('/gateway/apis/ttc/v1/transaction/poa/taskHandle');
  });

  it('gives the entries of errorIds as they are', async () => {
    center.onTasks = answerErrors({ code: 2005, taskId: 't-1', message: 'this task has been finished' });
    expect(await client.handleTasks([ITEM])).toEqual({
      kind: 'answered',
      errors: [{ code: 2005, taskId: 't-1', message: 'this task has been finished' }],
    });
  });

  it('is made once more with a new token when it is refused for its token', async () => {
    center.onTasks = (response, call, count) =>
      (call.headers.authorization === 'token-1' ? answerJson(401, {}) : answerErrors())(response, call, count);
    expect(await client.handleTasks([ITEM])).toEqual(DELIVERED);
    expect(center.taskCalls.map((call) => call.headers.authorization)).toEqual(['token-1', 'token-2']);
  });

  it.each([400, 403])('is made once more with a new token when HTTP %i may mean the token', async (status) => {
    await client.handleTasks([ITEM]);
    now = NOON + 6_000;
    center.onTasks = (response, call, count) =>
      (call.headers.authorization === 'token-1' ? answerJson(status, {}) : answerErrors())(response, call, count);
    expect(await client.handleTasks([ITEM])).toEqual(DELIVERED);
    expect(center.tokenCalls).toHaveLength(2);
  });

  it('keeps its token for some seconds when it is refused for another reason', async () => {
    await client.handleTasks([ITEM]);
    center.onTasks = answerJson(400, {});
    await client.handleTasks([ITEM]);
    now = NOON + 6_000;
    for (let call = 0; call < 3; call += 1) await client.handleTasks([ITEM]);
    expect(center.tokenCalls).toHaveLength(2);
    expect(center.taskCalls).toHaveLength(6);
  });

  it('renews a revoked token once for all calls that were refused for it', async () => {
    await client.handleTasks([ITEM]);
    center.onTasks = (response, call, count) =>
      (call.headers.authorization === 'token-1' ? answerJson(401, {}) : answerErrors())(response, call, count);
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => client.handleTasks([ITEM])));
    expect(outcomes).toEqual(Array.from({ length: 5 }, () => DELIVERED));
    expect(center.tokenCalls).toHaveLength(2);
  });

  it('fails when the new token is refused too, and asks for no third', async () => {
    center.onTasks = answerJson(401, {});
    expect(await client.handleTasks([ITEM])).toEqual({
      kind: 'failed',
      reason: 'the center answered HTTP 401',
      mayHaveArrived: false,
      isRefusal: true,
    });
    expect(center.taskCalls).toHaveLength(2);
    expect(center.tokenCalls).toHaveLength(2);
  });
});

describe('a call that failed', () => {
  it.each([
    [302, false, false],
    [400, false, true],
    [403, false, true],
    [404, false, true],
    [408, false, false],
    [429, false, false],
    [500, true, false],
    [502, true, false],
    [503, true, false],
  ])('with HTTP %i may have arrived: %s, and is a refusal: %s', async (status, mayHaveArrived, isRefusal) => {
    center.onTasks = answerJson(status, {});
    expect(await client.handleTasks([ITEM])).toEqual({
      kind: 'failed',
      reason: `the center answered HTTP ${status}`,
      mayHaveArrived,
      ...(isRefusal && { isRefusal }),
    });
  });

  it.each([
    ['another outer code', answerJson(200, { code: 7, message: 'try later', data: null }), 'outer code 7: try later'],
    ['an answer without errorIds', answerJson(200, { code: 0, message: '', data: null }), 'form'],
    ['an answer that is not JSON', ((response) => response.end('<html>')) as typeof center.onTasks, 'form'],
    ['an empty answer', ((response) => response.end()) as typeof center.onTasks, 'form'],
  ])('with %s may have arrived', async (_case, answer, reason) => {
    center.onTasks = answer;
    expect(await client.handleTasks([ITEM])).toMatchObject({
      kind: 'failed',
      mayHaveArrived: true,
      reason: expect.stringContaining(reason),
    });
  });

  it('because nothing listens there surely did not arrive', async () => {
    const gone = await startHttpCenter();
    await gone.close();
    const lost = connect({ baseUrl: gone.url });
    expect(await lost.handleTasks([ITEM])).toMatchObject({
      kind: 'failed',
      mayHaveArrived: false,
      reason: expect.stringContaining('ECONNREFUSED'),
    });
    await lost.close();
  });

  it('because the connection was cut after sending may have arrived', async () => {
    center.onTasks = (response) => response.socket?.destroy();
    expect(await client.handleTasks([ITEM])).toMatchObject({ kind: 'failed', mayHaveArrived: true });
  });

  it('because the connection was cut in the middle of the answer may have arrived', async () => {
    center.onTasks = (response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"code":0', () => response.socket?.destroy());
    };
    expect(await client.handleTasks([ITEM])).toMatchObject({ kind: 'failed', mayHaveArrived: true });
  });

  it.each([
    ['answers nothing', (() => {}) as typeof center.onTasks],
    ['answers half', ((response) => response.writeHead(200).write('{')) as typeof center.onTasks],
  ])('because the center %s in time may have arrived', async (_case, answer) => {
    center.onTasks = answer;
    const hasty = connect({ timeoutMs: 50 });
    const call = () => hasty.handleTasks([ITEM]);
    // On a busy machine its first tokens may come too late as well.
    await expect.poll(call, { timeout: 60_000 }).toEqual({
      kind: 'failed',
      reason: 'the center gave no answer: no answer within 50 ms',
      mayHaveArrived: true,
    });
    await hasty.close();
  });

  it('because what was answered is larger than 4 MB may have arrived', async () => {
    const answerOf = (bytes: number) =>
      answerJson(200, { code: 0, data: { errorIds: [] }, message: 'x'.repeat(bytes) });
    center.onTasks = answerOf(4_000_000);
    expect(await client.handleTasks([ITEM])).toEqual(DELIVERED);
    center.onTasks = answerOf(5_000_000);
    expect(await client.handleTasks([ITEM])).toEqual({
      kind: 'failed',
      reason: 'the center gave no answer: what it sent is larger than an answer may be',
      mayHaveArrived: true,
    });
  });

  it('because the caller gave it up may have arrived', async () => {
    const giveUp = new AbortController();
    center.onTasks = () => giveUp.abort();
    expect(await client.handleTasks([ITEM], giveUp.signal)).toEqual({
      kind: 'failed',
      reason: 'the center gave no answer: the call was aborted',
      mayHaveArrived: true,
    });
  });

  it('because the client was closed may have arrived', async () => {
    center.onTasks = () => void client.close();
    expect(await client.handleTasks([ITEM])).toMatchObject({ kind: 'failed', mayHaveArrived: true });
  });

  it.each([
    ['120', 120_000],
    [new Date(NOON + 90_000).toUTCString(), 90_000],
    [new Date(NOON - 90_000).toUTCString(), 0],
  ])('hands on a Retry-After of %s', async (header, retryAfterMs) => {
    center.onTasks = answerJson(503, {}, { 'retry-after': header });
    expect(await client.handleTasks([ITEM])).toMatchObject({ retryAfterMs });
  });

  it.each(['soon', '-5', '1.5', ''])('takes no notice of a Retry-After of "%s"', async (header) => {
    center.onTasks = answerJson(503, {}, { 'retry-after': header });
    expect(await client.handleTasks([ITEM])).not.toHaveProperty('retryAfterMs');
  });
});

describe('a messageSend call', () => {
  it('posts the message as it is, with the same token as reports', async () => {
    await client.handleTasks([ITEM]);
    await client.sendMessage(MESSAGE);
    const [call] = center.messageCalls;
    expect(call?.path).toBe('/apis/messagecenter/v1/poaMessage/messageSend');
    expect(call?.headers).toMatchObject({ authorization: 'token-1', 'content-type': 'application/json' });
    expect(JSON.parse(call?.body ?? '')).toEqual(MESSAGE);
    expect(center.tokenCalls).toHaveLength(1);
  });

  const problem = { receiverKey: '100', exceptionMessage: 'no such number' };
  it.each<[string, HttpCenter['onMessages'], SendMessageOutcome]>([
    ['sends it', answerSent(), { kind: 'sent', sendId: 's-1', problems: [] }],
    ['names recipients', answerSent(problem), { kind: 'sent', sendId: 's-1', problems: [problem] }],
    [
      'says only that it was sent',
      answerJson(200, { code: 0, message: 'ok', data: null }),
      { kind: 'sent', sendId: undefined, problems: [] },
    ],
    [
      'answers 500',
      answerJson(200, { code: 500, message: 'SMS,WECHAT not defined', data: null }),
      { kind: 'refused', reason: 'the center answered 500: SMS,WECHAT not defined' },
    ],
    [
      'answers -1',
      answerJson(200, { code: -1, message: 'wrong' }, { 'retry-after': '2' }),
      { kind: 'refused', reason: 'the center answered -1: wrong', retryAfterMs: 2000 },
    ],
    [
      'answers another code',
      answerJson(200, { code: 7, message: 'busy', data: {} }),
      { kind: 'failed', reason: 'the center answered with the outer code 7: busy', mayHaveArrived: true },
    ],
    [
      'answers HTTP 503',
      answerJson(503, {}, { 'retry-after': '3' }),
      { kind: 'failed', reason: 'the center answered HTTP 503', mayHaveArrived: true, retryAfterMs: 3000 },
    ],
    [
      'answers nothing that can be read',
      answerJson(200, { message: 'sent' }),
      {
        kind: 'failed',
        reason: 'the center answered in a form the interface does not know',
        mayHaveArrived: true,
      },
    ],
  ])('when the center %s', async (_case, answer, outcome) => {
    center.onMessages = answer;
    expect(await client.sendMessage(MESSAGE)).toEqual(outcome);
  });

  it('is made once more with a new token when it is refused for its token', async () => {
    center.onMessages = (response, call, count) =>
      (call.headers.authorization === 'token-1' ? answerJson(401, {}) : answerSent())(response, call, count);
    expect(await client.sendMessage(MESSAGE)).toMatchObject({ kind: 'sent' });
    expect(center.messageCalls.map((call) => call.headers.authorization)).toEqual(['token-1', 'token-2']);
  });

  it('says nothing of the token that the center quotes', async () => {
    center.onMessages = (response, call, count) =>
      answerSent({ receiverKey: 'ann', exceptionMessage: `no right: ${call.headers.authorization}` })(
        response,
        call,
        count,
      );
    expect(await client.sendMessage(MESSAGE)).toMatchObject({
      problems: [{ receiverKey: 'ann', exceptionMessage: 'no right: [secret]' }],
    });
  });
});

describe('secrets', () => {
  it('are not in what a failed call says, even when the center quotes them', async () => {
    center.onTasks = (response, call, count) =>
      answerJson(200, { code: 9, message: `bad token ${call.headers.authorization}` })(response, call, count);
    const outer = await client.handleTasks([ITEM]);
    center.onTasks = (response, call, count) =>
      answerErrors({ code: 500, taskId: 't-1', message: `no right: ${call.headers.authorization}` })(
        response,
        call,
        count,
      );
    const inner = await client.handleTasks([ITEM]);
    center.onTasks = answerJson(401, {});
    center.onToken = (response, call, count) => answerJson(400, { error: call.body })(response, call, count);
    const refused = await client.handleTasks([ITEM]);
    expect(inspect([outer, inner, refused], { depth: 9 })).not.toMatch(/token-\d|very secret/);
    expect(outer).toMatchObject({ reason: expect.stringContaining('bad token [secret]') });
  });

  it('are not in the client when it is printed', () => {
    expect(inspect(client, { depth: 9, showHidden: true })).not.toContain('very secret');
  });
});

it.each(['', 'center.local', 'ftp://center.local', 'http://'])('refuses "%s" as an address', (baseUrl) => {
  expect(() => connect({ baseUrl })).toThrow(expect.objectContaining({ code: 'ERR_CONFIG_INVALID' }));
});
