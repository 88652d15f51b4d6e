import { describe, expect, it } from 'vitest';
import { createSandbox, type Switches } from '../../../src/sandbox/index.ts';
import { fetchToken, openSandbox, type RawObject } from '../business-system.ts';
import { callMessageSend, notice, outcome, sendMessage } from '../send-message.ts';

const SCOPE = 'messagecenter:v1:sendMessage';
const JSON_TYPE = 'application/json';

describe('Authentication, of a message', () => {
  it('refuses a call without token, with a scheme before it, and with one it never gave', async () => {
    const sandbox = await openSandbox();
    const token = await fetchToken(sandbox, SCOPE);
    const body = JSON.stringify(notice());
    const call = (headers: Record<string, string>) =>
      callMessageSend(sandbox, body, { 'content-type': JSON_TYPE, ...headers });
    expect(await call({})).toMatchObject({
      status: 401,
      answer: { code: -1, message: 'the header Authorization is missing', data: null },
    });
    expect((await call({ authorization: `Bearer ${token}` })).status).toBe(401);
    expect((await call({ authorization: 'made-up' })).status).toBe(401);
    expect(sandbox.sentMessages()).toEqual([]);
    expect(await call({ authorization: token })).toMatchObject({ status: 200, answer: { code: 0 } });
  });

  it.each<[Switches['messageScope'], string, string | undefined]>([
    ['sendMessage', SCOPE, undefined],
    ['sendMessage', 'ttc:v1:writeTransaction,ttc:v1:writeTtc', SCOPE],
    ['any', 'ttc:v1:writeTtc', undefined],
    ['any', '', `${SCOPE} or ttc:v1:writeTransaction or ttc:v1:writeTtc`],
    ['none', '', undefined],
  ])('with the scope switch at %s, a token with "%s" lacks %s', async (messageScope, scope, lacking) => {
    const sandbox = await openSandbox({ switches: { messageScope } });
    const headers = { authorization: await fetchToken(sandbox, scope), 'content-type': JSON_TYPE };
    const { status, answer } = await callMessageSend(sandbox, JSON.stringify(notice()), headers);
    expect([status, answer.code]).toEqual(lacking === undefined ? [200, 0] : [403, -1]);
    if (lacking !== undefined) expect(answer.message).toBe(`the access token lacks the scope ${lacking}`);
  });
});

describe('Endpoint 1, the call', () => {
  it.each([
    ['text/plain', '{}', 415, 'the content type must be application/json'],
    [JSON_TYPE, '{', 400, 'the body is not JSON'],
    [JSON_TYPE, '[]', 400, 'the body must be a JSON object'],
    [JSON_TYPE, 'null', 400, 'the body must be a JSON object'],
  ])('refuses %s with the body %s', async (contentType, body, status, message) => {
    const sandbox = await openSandbox();
    const headers = { authorization: await fetchToken(sandbox, SCOPE), 'content-type': contentType };
    const { status: answered, answer } = await callMessageSend(sandbox, body, headers);
    expect([answered, answer.code, answer.message, answer.data]).toEqual([status, -1, message, null]);
  });

  it('leaves an idle connection open for longer than clients do, so that it cuts none that a call sets out on', async () => {
    const sandbox = await openSandbox();
    const { headers } = await fetch(sandbox.baseUrl);
    // Of undici, by default.
    const clientIdleSeconds = 4;
    expect(Number(/timeout=(\d+)/.exec(headers.get('keep-alive') ?? '')?.[1])).toBeGreaterThan(10 * clientIdleSeconds);
  });

  it('answers time, code, text, sendId and no list when all goes well, and keeps the call', async () => {
    const sandbox = await openSandbox({ clock: () => 1_748_770_200_000 });
    const answer = {
      timestamp: 1_748_770_200_000,
      code: 0,
      message: 'success',
      data: { sendId: 's-1', errorList: null },
    };
    expect(await sendMessage(sandbox, notice())).toEqual(answer);
    expect(sandbox.traffic.at(-1)).toMatchObject({ call: 'messageSend', status: 200, body: notice(), answer });
    expect(JSON.stringify(sandbox.traffic)).not.toContain('approvals-secret');
  });

  it.each([undefined, null, ''])('rule 1: makes an id where sendId is %j', async (sendId) => {
    const sandbox = await openSandbox({ newId: () => 'made-by-the-center' });
    expect((await sendMessage(sandbox, notice({ sendId }))).data?.sendId).toBe('made-by-the-center');
    expect(sandbox.sentMessage('made-by-the-center')).toMatchObject({ state: 'sent' });
  });

  it('rule 2: channels that the type does not define are a 500 that lists them, and nothing is sent', async () => {
    const sandbox = await openSandbox();
    const answer = await sendMessage(sandbox, notice({ sendType: ['WEBSITE', 'SMS', 'FAX', 'SMS'] }));
    expect(answer).toEqual({
      timestamp: expect.any(Number),
      code: 500,
      message: 'sendType is invalid: the message type NOTICE does not define SMS, FAX',
      data: null,
    });
    expect(sandbox.sentMessages()).toEqual([]);
  });
});

describe('Resources, Message send request: what is refused with -1', () => {
  it.each<[string, RawObject, string]>([
    ['no appId', notice({ appId: null }), 'appId is null'],
    [
      'an appId of somebody else',
      notice({ appId: 'x' }),
      'appId is invalid: application x is not registered for this client',
    ],
    ['no message type', notice({ messageTypeCode: '' }), 'messageTypeCode is null'],
    ['an unknown one', notice({ messageTypeCode: 'X' }), 'messageTypeCode is invalid: there is no message type X'],
    [
      'one that every object has',
      notice({ messageTypeCode: 'toString' }),
      'messageTypeCode is invalid: there is no message type toString',
    ],
    ['a number as sendId', notice({ sendId: 7 }), 'sendId is invalid: must be a string'],
    [
      'another time',
      notice({ sendTime: '2025-06-01T10:00:00' }),
      'sendTime is invalid: must be a time of the form yyyy-MM-dd HH:mm:ss',
    ],
    ['a channel as text', notice({ sendType: 'WEBSITE' }), 'sendType is invalid: must be an array'],
    ['a channel that is no text', notice({ sendType: [1] }), 'sendType[0] is invalid: must be a string'],
    ['promise as text', notice({ promise: 'true' }), 'promise is invalid: must be true or false'],
    ['importance as number', notice({ importantIdentity: 1 }), 'importantIdentity is invalid: must be true or false'],
    ['people as a list', notice({ toPersons: ['anna'] }), 'toPersons is invalid: must be a string'],
    [
      'nobody',
      notice({ toPersons: ' , ', toGroups: '' }),
      'toPersons is null: give one of toPersons, toDepts, toGroups, toPhones, toEmails',
    ],
    ['a misspelled field', notice({ toPerson: 'anna' }), 'toPerson is invalid: the interface has no such field'],
    ['no data', notice({ data: null }), 'data is null'],
    ['data as text', notice({ data: '{}' }), 'data is invalid: must be a JSON object'],
    ['no title', notice({}, { title: '' }), 'data.title is null'],
    ['no values', notice({}, { paramValueJson: null }), 'data.paramValueJson is null'],
    [
      'values as text',
      notice({}, { paramValueJson: '{"text":"x"}' }),
      'data.paramValueJson is invalid: must be a JSON object',
    ],
    ['a url that is no text', notice({}, { url: {} }), 'data.url is invalid: must be a string'],
    [
      'a misspelled field in data',
      notice({}, { mobileURL: 'x' }),
      'data.mobileURL is invalid: the interface has no such field',
    ],
    [
      'a missing value',
      notice({}, { paramValueJson: { texts: 'x' } }),
      'data.paramValueJson.text is null: the template has {{text}}',
    ],
    [
      'a value that is null',
      notice({}, { paramValueJson: { text: null } }),
      'data.paramValueJson.text is null: the template has {{text}}',
    ],
    [
      'phones without SMS',
      notice({ toPhones: '+15550101' }),
      'toPhones is invalid: it is for SMS only, and the message goes to WEBSITE, SUPERAPP',
    ],
    [
      'addresses without MAIL',
      outcome(['SMS'], { toEmails: 'a@b' }),
      'toEmails is invalid: it is for MAIL only, and the message goes to SMS',
    ],
    [
      'several at once',
      notice({ promise: 1, sendTime: 'soon' }, { title: null }),
      'sendTime is invalid: must be a time of the form yyyy-MM-dd HH:mm:ss; promise is invalid: must be true or false; data.title is null',
    ],
  ])('%s', async (_name, message, problem) => {
    const sandbox = await openSandbox();
    expect(await sendMessage(sandbox, message)).toMatchObject({ code: -1, message: problem, data: null });
    expect(sandbox.sentMessages()).toEqual([]);
  });

  it('accepts null for absent, blanks around names, extra values, and, with the switch, unknown fields', async () => {
    const sandbox = await openSandbox({ switches: { unknownFields: 'ignore' } });
    const empty = { sendTime: null, sendType: null, promise: null, toDepts: null, excludeUser: null, signOff: null };
    const message = notice(
      { ...empty, toPersons: ' anna , bo ', more: 1 },
      { paramValueJson: { text: 'x', b: 1 }, more: 2 },
    );
    expect((await sendMessage(sandbox, message)).code).toBe(0);
    expect(sandbox.messages('bo')).toHaveLength(1);
  });
});

describe('Template rules', () => {
  it('writes the values in their places, once, whatever they are', async () => {
    const template = '{{ a }}, {{b}}, {{a}}, {{c d}}, {{e}}, {f}';
    const sandbox = await openSandbox({ messageTypes: { T: { channels: ['WEBSITE'], template } } });
    const paramValueJson = { a: '{{b}}', b: 3, 'c d': ['x'], e: '$&' };
    expect((await sendMessage(sandbox, notice({ messageTypeCode: 'T' }, { paramValueJson }))).code).toBe(0);
    expect(sandbox.messages('anna')[0]?.text).toBe('{{b}}, 3, {{b}}, ["x"], $&, {f}');
  });

  it('accepts an empty object if the template has no variables', async () => {
    const sandbox = await openSandbox({ messageTypes: { T: { channels: ['WEBSITE'], template: 'Closed.' } } });
    const answer = await sendMessage(sandbox, notice({ messageTypeCode: 'T' }, { paramValueJson: {} }));
    expect([answer.code, sandbox.messages('anna')[0]?.text]).toEqual([0, 'Closed.']);
  });

  it('a template per channel: each channel has its values, and only those it goes to are needed', async () => {
    const sandbox = await openSandbox();
    expect((await sendMessage(sandbox, outcome(['SMS', 'WEBSITE']))).code).toBe(0);
    expect(sandbox.sentMessage('s-1')?.deliveries).toEqual([
      { channel: 'SMS', receiver: '+15550101', account: 'anna', text: 'Leave: yes' },
      { channel: 'WEBSITE', receiver: 'anna', account: 'anna', text: 'Leave was decided by Bo: yes' },
    ]);
  });

  it.each([
    [
      'values beside the channels',
      { subject: 'Leave', outcome: 'yes' },
      'data.paramValueJson.SMS.subject is null: the template of SMS has {{subject}}; data.paramValueJson.SMS.outcome is null: the template of SMS has {{outcome}}',
    ],
    ['a channel as text', { SMS: 'x' }, 'data.paramValueJson.SMS is invalid: must be a JSON object'],
    [
      'one value missing',
      { SMS: { subject: 'x' }, MAIL: {} },
      'data.paramValueJson.SMS.outcome is null: the template of SMS has {{outcome}}',
    ],
  ])('a template per channel: refuses %s', async (_name, paramValueJson, message) => {
    const sandbox = await openSandbox();
    const request = notice({ messageTypeCode: 'OUTCOME', sendType: ['SMS'] }, { paramValueJson });
    expect(await sendMessage(sandbox, request)).toMatchObject({ code: -1, message });
  });

  it.each([
    [{ channels: ['SMS', 'MAIL'], templates: { SMS: 'x' } }],
    [{ channels: ['SMS'], templates: { SMS: 'x', MAIL: 'y' } }],
    [{ channels: ['SMS'] }],
  ])('createSandbox refuses the type %j', async (type) => {
    await expect(createSandbox({ messageTypes: { T: type as never } })).rejects.toMatchObject({
      code: 'ERR_CONFIG_INVALID',
      message: expect.stringContaining('messageTypes.T'),
    });
  });
});
