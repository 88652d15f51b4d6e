/** Which calls a center takes: how many items, and what stands before the token. */
import { describe, expect, it } from 'vitest';
import { callTaskHandle, fetchToken, nextTask, openSandbox, reportItem } from '../business-system.ts';

describe('itemsPerCall', () => {
  it.each([
    ['any', 60, true],
    [25, 25, true],
    [25, 26, false],
    [10, 10, true],
    [10, 11, false],
    [1, 1, true],
    [1, 2, false],
  ] as const)('%s: of a call of %i items all is done: %s; else nothing is', async (itemsPerCall, count, isDone) => {
    const sandbox = await openSandbox({ switches: { itemsPerCall } });
    const items = Array.from({ length: count }, (_, index) =>
      reportItem(`start-${index}`, 'next', { next: [nextTask(`t-${index}`)] }),
    );
    const headers = { authorization: await fetchToken(sandbox), 'content-type': 'application/json' };
    const { status, answer } = await callTaskHandle(sandbox, JSON.stringify(items), headers);
    expect(status).toBe(isDone ? 200 : 400);
    const refused = { code: 400, message: `the body must have at most ${itemsPerCall} items`, data: null };
    expect(answer).toMatchObject(isDone ? { code: 0 } : refused);
    expect(sandbox.pending('bo')).toHaveLength(isDone ? count : 0);
  });
});

describe('authorizationScheme', () => {
  const alone = 'the value of Authorization is the access token alone, without a scheme such as Bearer before it';
  const both = 'the value of Authorization is the access token, alone or with the scheme Bearer before it';
  const needed = 'the value of Authorization is the access token with the scheme Bearer before it';
  const message = { appId: 'approvals', messageTypeCode: 'NOTICE', toPersons: 'bo' };

  it.each([
    ['refused', '', undefined],
    ['refused', 'Bearer ', alone],
    ['refused', 'Basic ', alone],
    ['taken', '', undefined],
    ['taken', 'Bearer ', undefined],
    ['taken', 'bearer ', undefined],
    ['taken', 'Basic ', both],
    ['needed', '', needed],
    ['needed', 'Bearer ', undefined],
    ['needed', 'Basic ', needed],
  ] as const)('%s: "%s" before the token is refused with %j', async (authorizationScheme, scheme, refusal) => {
    const sandbox = await openSandbox({ switches: { authorizationScheme } });
    const token = await fetchToken(sandbox, 'ttc:v1:writeTtc,messagecenter:v1:sendMessage');
    const headers = { authorization: `${scheme}${token}`, 'content-type': 'application/json' };
    const reported = await callTaskHandle(sandbox, '[]', headers);
    expect([reported.status, reported.answer]).toMatchObject(
      refusal === undefined ? [200, { code: 0 }] : [401, { code: 401, message: refusal }],
    );
    const url = `${sandbox.baseUrl}/apis/messagecenter/v1/poaMessage/messageSend`;
    const data = { title: 'T', paramValueJson: { text: 'x' } };
    const sent = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ ...message, data }) });
    expect([sent.status, await sent.json()]).toMatchObject(
      refusal === undefined ? [200, { code: 0 }] : [401, { code: -1, message: refusal }],
    );
  });

  it('a token that expires or is revoked by a fault does so with its scheme too', async () => {
    const sandbox = await openSandbox({ switches: { authorizationScheme: 'needed' } });
    for (const fault of ['token-expired', 'token-revoked'] as const) {
      sandbox.faults.set({ rules: [{ fault, calls: ['taskHandle'], next: 1 }] });
      const authorization = `Bearer ${await fetchToken(sandbox)}`;
      const headers = { authorization, 'content-type': 'application/json' };
      expect((await callTaskHandle(sandbox, '[]', headers)).status).toBe(401);
    }
  });
});
