import { describe, expect, it } from 'vitest';
import type { Sandbox, Switches } from '../../../src/sandbox/index.ts';
import { callTaskHandle, fetchToken, nextTask, openSandbox, report, reportItem } from '../business-system.ts';

const JSON_TYPE = 'application/json';

async function call(sandbox: Sandbox, body: string, headers: Record<string, string> = {}) {
  const authorization = await fetchToken(sandbox);
  return callTaskHandle(sandbox, body, { authorization, 'content-type': JSON_TYPE, ...headers });
}

describe('Authentication 2, the header Authorization', () => {
  it('refuses a call without it', async () => {
    const sandbox = await openSandbox();
    const { status, answer } = await callTaskHandle(sandbox, '[]', { 'content-type': JSON_TYPE });
    expect(status).toBe(401);
    expect(answer).toMatchObject({ code: 401, message: 'the header Authorization is missing', data: null });
  });

  it('refuses "Bearer <token>" and says that the value is only the token', async () => {
    const sandbox = await openSandbox();
    const { status, answer } = await call(sandbox, '[]', { authorization: `Bearer ${await fetchToken(sandbox)}` });
    expect(status).toBe(401);
    expect(answer.message).toBe(
      'the value of Authorization is the access token alone, without a scheme such as Bearer before it',
    );
  });

  it('refuses a token it never gave, and one that was revoked', async () => {
    const sandbox = await openSandbox();
    const authorization = await fetchToken(sandbox);
    sandbox.revokeTokens();
    for (const token of ['made-up', authorization]) {
      const { status, answer } = await call(sandbox, '[]', { authorization: token });
      expect([status, answer.message]).toEqual([401, 'the access token is unknown or was revoked']);
    }
  });

  it('refuses a token when its seconds are over, by the clock of the sandbox', async () => {
    let now = Date.UTC(2025, 5, 1);
    const sandbox = await openSandbox({ clock: () => now });
    sandbox.setTokenLifetime(60);
    const authorization = await fetchToken(sandbox);
    now += 59_999;
    expect((await call(sandbox, '[]', { authorization })).status).toBe(200);
    now += 1;
    const { status, answer } = await call(sandbox, '[]', { authorization });
    expect([status, answer.message]).toEqual([401, 'the access token has expired']);
  });

  const both = ['ttc:v1:writeTransaction', 'ttc:v1:writeTtc'];
  it.each<[Switches['taskHandleScope'], string[], string | undefined]>([
    ['either', ['messagecenter:v1:sendMessage'], 'ttc:v1:writeTransaction or ttc:v1:writeTtc'],
    ['either', both.slice(1), undefined],
    ['both', both.slice(1), 'ttc:v1:writeTransaction and ttc:v1:writeTtc'],
    ['both', both, undefined],
    ['writeTransaction', both.slice(1), 'ttc:v1:writeTransaction'],
    ['writeTransaction', both.slice(0, 1), undefined],
    ['writeTtc', both.slice(0, 1), 'ttc:v1:writeTtc'],
    ['none', [], undefined],
  ])('with the scope switch at %s, a token with %j lacks %s', async (taskHandleScope, scopes, lacking) => {
    const sandbox = await openSandbox({ switches: { taskHandleScope } });
    const { status, answer } = await call(sandbox, '[]', {
      authorization: await fetchToken(sandbox, scopes.join(',')),
    });
    expect(status).toBe(lacking === undefined ? 200 : 403);
    if (lacking !== undefined) expect(answer.message).toBe(`the access token lacks the scope ${lacking}`);
  });
});

describe('Endpoint 2, the call', () => {
  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json;charset=gbk'])(
    'refuses the content type %s',
    async (contentType) => {
      const { status, answer } = await call(await openSandbox(), '[]', { 'content-type': contentType });
      expect([status, answer.message]).toEqual([415, 'the content type must be application/json']);
    },
  );

  it.each([
    ['', 'the body is not JSON'],
    ['[', 'the body is not JSON'],
    ['{}', 'the body must be an array of items'],
    ['null', 'the body must be an array of items'],
  ])('refuses the body %j', async (body, message) => {
    const { status, answer } = await call(await openSandbox(), body);
    expect([status, answer.code, answer.message, answer.data]).toEqual([400, 400, message, null]);
  });

  it('answers 404 to another path, 405 to another method, 413 to more than it reads', async () => {
    const sandbox = await openSandbox();
    expect((await fetch(`${sandbox.baseUrl}/apis/ttc/v2/transaction/poa/taskHandle`)).status).toBe(404);
    // A base url without the last part of its path is the usual mistake.
    const { pathname, origin } = new URL(`${sandbox.baseUrl}/apis/ttc/v1/transaction/poa/taskHandle`);
    const short = pathname.replace('/center', '');
    const { message } = (await (await fetch(`${origin}${short}`, { method: 'POST' })).json()) as { message: string };
    expect(message).toMatch(`there is no ${short} here; there is `);
    expect(message).toContain(pathname);
    expect((await fetch(`${sandbox.baseUrl}/apis/ttc/v1/transaction/poa/taskHandle`)).status).toBe(405);
    expect((await call(sandbox, ' '.repeat(32 * 1024 * 1024 + 1))).status).toBe(413);
  });

  it('Endpoint 2, rule 5: without a problem errorIds is an empty array', async () => {
    let now = 1_748_770_200_000;
    const sandbox = await openSandbox({ clock: () => now });
    await report(sandbox, reportItem('start', 'next', { next: [nextTask('t-1')] }));
    now += 5;
    const { status, answer } = await call(sandbox, JSON.stringify([reportItem('t-1', 'end')]));
    expect(status).toBe(200);
    expect(answer).toEqual({ took: 0, timestamp: now, code: 0, message: 'success', data: { errorIds: [] } });
  });

  it('Endpoint 2, rules 1 and 2: a failed item does not affect the others, code stays 0, the message says so', async () => {
    const sandbox = await openSandbox();
    await report(sandbox, reportItem('start', 'next', { next: [nextTask('t-1'), nextTask('t-2')] }));
    const items = [
      reportItem('t-0', 'end'),
      reportItem('t-1', 'none'),
      { ...reportItem('t-2', 'none'), handler: null },
    ];
    const { answer } = await call(sandbox, JSON.stringify(items));
    expect(answer).toMatchObject({
      code: 0,
      message: 'there is abnormal data, see errorIds',
      data: {
        errorIds: [
          { code: 2004, taskId: 't-0', message: 'this task is not exist' },
          { code: 400, taskId: 't-2', message: 'handler is null' },
        ],
      },
    });
    expect(sandbox.task('t-1')?.records).toHaveLength(1);
    expect(sandbox.task('t-2')?.records).toHaveLength(0);
  });

  it('keeps every call, without tokens and secrets', async () => {
    const sandbox = await openSandbox();
    const token = await fetchToken(sandbox);
    const items = [reportItem('start', 'next', { next: [nextTask('t-1')] })];
    const headers = { authorization: token, 'content-type': JSON_TYPE };
    await callTaskHandle(sandbox, JSON.stringify(items), headers);
    const kept = sandbox.traffic.map(({ seq, direction, call, status }) => [seq, direction, call, status]);
    expect(kept).toEqual([
      [1, 'in', 'token', 200],
      [2, 'in', 'taskHandle', 200],
    ]);
    expect(sandbox.traffic[1]?.body).toEqual(items);
    expect(sandbox.traffic[1]?.answer).toMatchObject({ data: { errorIds: [{ code: 2004 }] } });
    expect(sandbox.traffic[0]?.body).toMatchObject({ client_id: 'approvals-client' });
    expect(JSON.stringify(sandbox.traffic)).not.toContain(token);
    expect(JSON.stringify(sandbox.traffic)).not.toContain('approvals-secret');
  });
});
