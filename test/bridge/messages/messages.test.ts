/** Messages from code, as a host sends them, over real HTTP to a center that answers as each test wants. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type Bridge,
  type BridgeOptions,
  createBridge,
  type MessageRequest,
  type MessageRow,
} from '../../../src/index.ts';
import { answerErrors, answerJson, answerSent, type HttpCenter, startHttpCenter } from '../../center/http-center.ts';
import { createDatabaseFile } from '../database-file.ts';
import { optionsFor } from '../options-for.ts';

const NOON = Date.UTC(2025, 5, 1, 4);
const MESSAGE: MessageRequest = {
  messageTypeCode: 'LEAVE',
  toPersons: ['ann', 'bo'],
  data: { title: 'Your leave', paramValueJson: { days: 3 } },
};
const PROBLEM = { receiverKey: 'bo', exceptionMessage: 'has left the company' };

let center: HttpCenter;
let bridge: Bridge;
let now: number;
let warnings: unknown[];
let events: unknown[];

async function open(options: Partial<BridgeOptions> = {}): Promise<Bridge> {
  const warn = (message: string, fields: unknown) => void warnings.push({ message, fields });
  bridge = await createBridge({
    ...optionsFor(center),
    store: 'sqlite::memory:',
    clock: () => now,
    logger: { debug() {}, info() {}, warn, error: warn },
    ...options,
  });
  warnings = [];
  for (const name of ['message.sent', 'message.partial', 'message.parked'] as const) {
    bridge.on(name, (event: object) => void events.push({ name, ...event }));
  }
  return bridge;
}

/** What came in, in order. */
const received = () => center.messageCalls.map((call) => JSON.parse(call.body));
const refusal = { message: expect.any(String), code: 'ERR_MESSAGE_INVALID' };

beforeEach(async () => {
  now = NOON;
  events = [];
  center = await startHttpCenter();
  await open();
});
afterEach(async () => {
  await bridge.close();
  await center.close();
});

test('a center that writes its code as text and nothing else has taken the message', async () => {
  center.onMessages = answerJson(200, { code: '0' });
  const { sendId } = await bridge.messages.send(MESSAGE);
  await bridge.idle();
  expect(await bridge.messages.get(sendId)).toMatchObject({ state: 'sent' });
});

/** Sends it, and reads it when the center has answered. */
async function sendSettled(request: MessageRequest): Promise<MessageRow | undefined> {
  const { sendId } = await bridge.messages.send(request);
  await bridge.idle();
  return await bridge.messages.get(sendId);
}

describe('a message', () => {
  test('arrives with every field it was sent with, times in the zone of the center', async () => {
    const whole: MessageRequest = {
      ...MESSAGE,
      sendId: 's-1',
      sendTime: NOON + 90_000,
      sendType: ['SMS', 'MAIL', 'WECHAT', 'DINGTALK', 'WEBSITE', 'SUPERAPP'],
      promise: true,
      importantIdentity: true,
      toDepts: 'd-1,d-2',
      toGroups: ['g-1'],
      toPhones: '100',
      toEmails: ['ann@example'],
      excludeUser: ['carl'],
      signOff: 'The leave office',
      data: {
        ...MESSAGE.data,
        handleKey: 'leave',
        coverImageUrl: 'https://files.example/c',
        filesUrl: 'https://files.example/1,https://files.example/2',
        mobileUrl: 'https://m.example',
        url: 'https://example',
      },
    };
    await bridge.messages.send(whole);
    await bridge.idle();
    expect(received()).toEqual([
      {
        ...whole,
        appId: 'approvals',
        sendTime: '2025-06-01 12:01:30',
        toPersons: 'ann,bo',
        toGroups: 'g-1',
        toEmails: 'ann@example',
        excludeUser: 'carl',
      },
    ]);
    expect(center.messageCalls[0]).toMatchObject({
      path: '/apis/messagecenter/v1/poaMessage/messageSend',
      headers: { authorization: 'token-1', 'content-type': 'application/json' },
    });
  });

  test('has an id of its own, by which it is found', async () => {
    const { sendId, state } = await bridge.messages.send(MESSAGE);
    expect(state).toBe('pending');
    await bridge.idle();
    expect(received()).toMatchObject([{ sendId }]);
    expect(await bridge.messages.get(sendId)).toMatchObject({
      state: 'sent',
      sentAt: NOON,
      problems: [],
      reason: null,
    });
    expect(await bridge.messages.list({ state: 'sent' })).toMatchObject([{ sendId }]);
    expect(await bridge.messages.list({ state: 'pending' })).toEqual([]);
    expect(await bridge.messages.get('another')).toBeUndefined();
    expect(events).toEqual([
      { name: 'message.sent', sendId, messageTypeCode: 'LEAVE', instanceId: null, nodeId: null },
    ]);
  });

  test.each(['', ' ', undefined])('has an id of its own where it is given %j', async (given) => {
    const { sendId } = await bridge.messages.send({ ...MESSAGE, ...(given !== undefined && { sendId: given }) });
    expect(sendId).toMatch(/\S/);
    await bridge.idle();
    expect(received()).toMatchObject([{ sendId }]);
  });

  test('is settled later, and is the same message when it is sent once more', async () => {
    center.onMessages = answerSent(PROBLEM);
    const partial = await sendSettled(MESSAGE);
    expect(partial).toMatchObject({ state: 'partial', problems: [PROBLEM] });
    expect(await bridge.messages.send({ ...MESSAGE, sendId: partial?.sendId ?? '' })).toEqual(partial);
    expect(center.messageCalls).toHaveLength(1);
  });

  test('that did not reach everybody says whom, in the event and on the record', async () => {
    center.onMessages = answerSent(PROBLEM);
    const { sendId } = await bridge.messages.send(MESSAGE);
    await bridge.idle();
    expect(await bridge.messages.get(sendId)).toMatchObject({ state: 'partial', problems: [PROBLEM] });
    expect(events).toMatchObject([{ name: 'message.partial', sendId, problems: [PROBLEM] }]);
  });

  test('that waits when the bridge closes is sent by the next one', async () => {
    using file = createDatabaseFile();
    await bridge.close();
    await open({ store: file.store });
    center.onMessages = answerJson(503, {});
    await bridge.messages.send({ ...MESSAGE, sendId: 's-1' });
    await vi.waitFor(() => expect(center.messageCalls).toHaveLength(1));
    await bridge.close();
    center.onMessages = answerSent();
    now += 60_000;
    await open({ store: file.store });
    await bridge.idle();
    expect(await bridge.messages.get('s-1')).toMatchObject({ state: 'sent', attempts: 2 });
    await bridge.close();
  });

  test('is refused by a bridge that is closed', async () => {
    await bridge.close();
    await expect(bridge.messages.send(MESSAGE)).rejects.toMatchObject({ code: 'ERR_CLOSED' });
  });

  test('has its signature inside data too, where the center reads it there', async () => {
    await bridge.close();
    const { url } = center;
    await open({
      center: {
        ...{ baseUrl: url, authUrl: url, clientId: 'id', clientSecret: 'secret', appId: 'approvals' },
        signOffInData: true,
      },
    });
    await bridge.messages.send({ ...MESSAGE, signOff: 'The leave office' });
    await bridge.messages.send(MESSAGE);
    await bridge.idle();
    expect(received()).toMatchObject([
      { signOff: 'The leave office', data: { ...MESSAGE.data, signOff: 'The leave office' } },
      { data: MESSAGE.data },
    ]);
    expect(received()[1].data).toEqual(MESSAGE.data);
  });
});

describe('the same sendId', () => {
  test('with the same request is the same message, also when both come at once', async () => {
    const mine = { ...MESSAGE, sendId: 's-1' };
    await Promise.all([bridge.messages.send(mine), bridge.messages.send({ ...mine, toPersons: 'ann,bo' })]);
    await bridge.idle();
    await bridge.messages.send(mine);
    await bridge.idle();
    expect(center.messageCalls).toHaveLength(1);
    expect(await bridge.messages.list()).toHaveLength(1);
  });

  test('with another request is refused, and the first one goes out', async () => {
    await bridge.messages.send({ ...MESSAGE, sendId: 's-1' });
    await expect(bridge.messages.send({ ...MESSAGE, sendId: 's-1', toPersons: 'carl' })).rejects.toMatchObject({
      code: 'ERR_SEND_ID_TAKEN',
      message: expect.stringMatching(/s-1.*another sendId/),
    });
    await bridge.idle();
    expect(received()).toMatchObject([{ toPersons: 'ann,bo' }]);
  });
});

describe('a center that fails', () => {
  test('after it has taken the message, has it once: it comes again under the same id', async () => {
    const taken = new Set<string>();
    center.onMessages = (response, call, count) => {
      taken.add(JSON.parse(call.body).sendId);
      if (count === 1) response.socket?.destroy();
      else answerSent()(response, call, count);
    };
    const { sendId } = await bridge.messages.send(MESSAGE);
    await bridge.idle();
    expect(await bridge.messages.get(sendId)).toMatchObject({
      state: 'pending',
      refusals: 0,
      reason: expect.stringContaining('no answer'),
    });
    now += 1_000;
    await bridge.idle();
    expect(await bridge.messages.get(sendId)).toMatchObject({ state: 'sent', attempts: 2 });
    expect(taken).toEqual(new Set([sendId]));
  });

  test.each([
    ['HTTP 404', answerJson(404, {})],
    ['HTTP 503', answerJson(503, {})],
    ['another outer code', answerJson(200, { code: 7, message: 'busy', data: null })],
    ['no JSON', ((response) => response.end('<html>')) as HttpCenter['onMessages']],
  ])('as a whole (%s) is asked again for as long as it takes', async (_case, answer) => {
    center.onMessages = answer;
    const { sendId } = await bridge.messages.send(MESSAGE);
    for (let attempt = 1; attempt <= 12; attempt++) {
      await bridge.idle();
      expect(center.messageCalls).toHaveLength(attempt);
      now += 300_000;
    }
    center.onMessages = answerSent();
    await bridge.idle();
    expect(await bridge.messages.get(sendId)).toMatchObject({ state: 'sent' });
  });

  test('is left alone for as long as it asks', async () => {
    center.onMessages = answerJson(429, {}, { 'retry-after': '600' });
    const { sendId } = await bridge.messages.send(MESSAGE);
    await bridge.idle();
    expect((await bridge.messages.get(sendId))?.dueAt).toBe(NOON + 600_000);
  });

  test('is asked at once with a new token when it refuses the old one', async () => {
    center.onMessages = (response, call, count) =>
      (call.headers.authorization === 'token-1' ? answerJson(401, {}) : answerSent())(response, call, count);
    expect(await sendSettled(MESSAGE)).toMatchObject({ state: 'sent', attempts: 1 });
  });

  test.each([500, -1])('with code %i is asked a few times, then the message stands parked', async (code) => {
    center.onMessages = answerJson(200, { code, message: 'no channel SMS', data: null });
    const { sendId } = await bridge.messages.send(MESSAGE);
    await vi.waitFor(() => expect(center.messageCalls).toHaveLength(1));
    for (let attempt = 1; attempt <= 5; attempt++) {
      await bridge.idle();
      expect(center.messageCalls).toHaveLength(attempt);
      now += 300_000;
    }
    const reason = `the center answered ${code}: no channel SMS (refused 5 times)`;
    expect(await bridge.messages.get(sendId)).toMatchObject({ state: 'parked', refusals: 5, reason, sentAt: null });
    expect(events).toMatchObject([{ name: 'message.parked', sendId, reason }]);
    now += 86_400_000;
    await bridge.idle();
    expect(center.messageCalls).toHaveLength(5);
  });

  test('with one message holds up no other, and no report', async () => {
    let release: () => void = () => undefined;
    center.onMessages = (response, call, count) => {
      const { sendId } = JSON.parse(call.body);
      if (sendId !== 'stuck') return answerSent()(response, call, count);
      release = () => answerSent()(response, call, count);
    };
    center.onTasks = answerErrors({ code: 2004, taskId: 'unknown', message: '' });
    await bridge.messages.send({ ...MESSAGE, sendId: 'stuck' });
    await vi.waitFor(() => expect(center.messageCalls).toHaveLength(1));
    await bridge.messages.send({ ...MESSAGE, sendId: 'free' });
    await expect.poll(() => bridge.messages.get('free')).toMatchObject({ state: 'sent' });
    await bridge.deploy('processes/leave-approval.bpmn');
    await bridge.start('leave-approval', { initiator: 'ann', variables: { manager: 'bo', days: 1 } });
    await vi.waitFor(() => expect(center.taskCalls).toHaveLength(1));
    expect(await bridge.messages.get('stuck')).toMatchObject({ state: 'pending' });
    release();
  });

  test('that names the message otherwise is written down on its record', async () => {
    center.onMessages = answerJson(200, {
      timestamp: 1,
      code: 0,
      message: '',
      data: { sendId: 'm-77', errorList: null },
    });
    expect(await sendSettled(MESSAGE)).toMatchObject({
      state: 'sent',
      reason: 'the center calls it m-77',
    });
  });
});

describe('a message that cannot be sent', () => {
  test.each<[string, MessageRequest]>([
    ['toPersons', { ...MESSAGE, toPersons: [] }],
    ['toPhones', { ...MESSAGE, toPhones: '100', sendType: ['MAIL'] }],
    ['toEmails', { ...MESSAGE, toEmails: 'ann@example', sendType: ['SMS', 'WEBSITE'] }],
    ['data.title', { ...MESSAGE, data: { ...MESSAGE.data, title: '' } }],
    ['sendTime', { ...MESSAGE, sendTime: 'tomorrow' }],
    ['sendTime', { ...MESSAGE, sendTime: Number.NaN }],
    ['messageTypeCode', { ...MESSAGE, messageTypeCode: '' }],
    ['data.paramValueJson', { ...MESSAGE, data: { title: 'x' } } as unknown as MessageRequest],
    ['toPerson', { ...MESSAGE, toPerson: 'ann' } as MessageRequest],
    ['data.paramValueJson.days', { ...MESSAGE, data: { title: 'x', paramValueJson: { days: 3n } } } as never],
  ])('is refused by the name of %s before anything is called', async (field, request) => {
    const error = await bridge.messages.send({ ...request, sendId: 's-1' }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ ...refusal, details: { sendId: 's-1' } });
    expect((error as Error).message).toContain(`\n- ${field}: `);
    await bridge.idle();
    expect(center.messageCalls).toEqual([]);
    expect(await bridge.messages.list()).toEqual([]);
  });

  test('is refused for its template, where the host has declared the type; what nothing reads is warned of', async () => {
    await bridge.close();
    await open({ messageTypes: { LEAVE: { channels: ['SMS', 'WEBSITE'], template: '{{days}} days' } } });
    const send = (paramValueJson: Record<string, number>, more: Partial<MessageRequest> = {}) =>
      bridge.messages.send({ ...MESSAGE, ...more, sendId: 's-1', data: { title: 'Your leave', paramValueJson } });
    await expect(send({ day: 3 })).rejects.toMatchObject({
      ...refusal,
      details: { problems: [expect.stringContaining('{{days}}')] },
    });
    await expect(send({ days: 3 }, { sendType: ['MAIL'] })).rejects.toMatchObject({
      details: { problems: [expect.stringContaining('sendType: MAIL is not a channel')] },
    });
    await send({ days: 3, hours: 7 });
    expect(warnings).toEqual([
      {
        message: 'a message has values that are not used',
        fields: {
          event: 'message.values-unused',
          sendId: 's-1',
          warnings: [expect.stringContaining('data.paramValueJson.hours')],
        },
      },
    ]);
  });

  test('is refused where it would take the sendId of a diagram, whose message would be lost', async () => {
    const sendId = '0b9f5a2e-6c1d-4f3a-9f8e-1a2b3c4d5e6f.message.1';
    await expect(bridge.messages.send({ ...MESSAGE, sendId })).rejects.toMatchObject({
      ...refusal,
      details: { sendId, problems: [expect.stringMatching(/^sendId: .*use another id/)] },
    });
    // An id of another engine's instance is no such id.
    await bridge.messages.send({ ...MESSAGE, sendId: 'leave-7.message.1' });
    expect(await bridge.messages.list()).toMatchObject([{ sendId: 'leave-7.message.1' }]);
  });

  test('is refused when it is none at all', async () => {
    await expect(bridge.messages.send(null as never)).rejects.toMatchObject(refusal);
  });
});
