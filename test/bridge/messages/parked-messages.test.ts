/** What an operator does with messages that do not go out, and what the history says of all of them. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Bridge, createBridge } from '../../../src/index.ts';
import { answerJson, answerSent, type HttpCenter, startHttpCenter } from '../../center/http-center.ts';
import { end, node, processFile, start } from '../../support/bpmn-xml.ts';
import { createDatabaseFile, type DatabaseFile } from '../database-file.ts';
import { optionsFor } from '../options-for.ts';

const NOON = Date.UTC(2025, 5, 1, 4);
const MESSAGE = {
  sendId: 's-1',
  messageTypeCode: 'LEAVE',
  toPersons: 'gone',
  data: { title: 'Your leave', paramValueJson: { days: 3 } },
};
const refuse = answerJson(200, { code: 500, message: 'no such account', data: null });

let center: HttpCenter;
let file: DatabaseFile;
let bridge: Bridge;
let now: number;
let told: unknown[];

async function open(): Promise<void> {
  const tell = (...entry: unknown[]) => void told.push(entry);
  bridge = await createBridge({
    ...optionsFor(center),
    store: file.store,
    outbox: { maxItemAttempts: 2 },
    clock: () => now,
    logger: { debug: tell, info: tell, warn: tell, error: tell },
  });
}

beforeEach(async () => {
  now = NOON;
  told = [];
  file = createDatabaseFile();
  center = await startHttpCenter();
  await open();
});
afterEach(async () => {
  await bridge.close();
  await center.close();
  file[Symbol.dispose]();
});

const received = () => center.messageCalls.map(({ body }) => JSON.parse(body));
const historyOf = async (filter: { instanceId?: string } = {}) =>
  (await bridge.history(filter)).filter(({ type }) => type.startsWith('message.'));

/** Sends it, or does whatever else sends one, and lets the center refuse it until it stands parked. */
async function park(send: () => Promise<unknown> = () => bridge.messages.send(MESSAGE)): Promise<void> {
  center.onMessages = refuse;
  await send();
  await bridge.idle();
  now += 300_000;
  await bridge.idle();
  expect(await bridge.messages.list({ state: 'parked' })).toHaveLength(1);
}

describe('a parked message', () => {
  test('is sent again under its sendId, with as many attempts as a new one', async () => {
    await park();
    await bridge.messages.retry('s-1');
    await bridge.idle();
    expect(await bridge.messages.get('s-1')).toMatchObject({ state: 'pending', attempts: 3, refusals: 1 });
    now += 300_000;
    await bridge.idle();
    expect(await bridge.messages.get('s-1')).toMatchObject({ state: 'parked', attempts: 4 });
    center.onMessages = answerSent();
    await bridge.messages.retry('s-1');
    await bridge.idle();
    expect(await bridge.messages.get('s-1')).toMatchObject({ state: 'sent', attempts: 5, sentAt: now, original: null });
    expect(new Set(received().map((each) => JSON.stringify(each)))).toHaveLength(1);
    expect((await historyOf()).map(({ type }) => type)).toEqual([
      ...['message.queued', 'message.parked', 'message.retried'],
      ...['message.parked', 'message.retried', 'message.sent'],
    ]);
  });

  test('goes to others where an operator corrects it, and stays the message that it was', async () => {
    await park(() => bridge.messages.send({ ...MESSAGE, toGroups: 'g-1' }));
    center.onMessages = answerSent();
    const changes = { toPersons: ['ann', 'carl'], toGroups: null, data: { paramValueJson: { days: 4 } } };
    await bridge.messages.retry('s-1', { changes });
    await bridge.idle();
    const corrected = { toPersons: 'ann,carl', data: { title: 'Your leave', paramValueJson: { days: 4 } } };
    const { toGroups: _gone, ...rest } = received()[0];
    expect(received().at(-1)).toEqual({ ...rest, ...corrected });
    expect(await bridge.messages.get('s-1')).toMatchObject({
      state: 'sent',
      request: corrected,
      original: { toPersons: 'gone', toGroups: 'g-1', data: MESSAGE.data },
    });
    expect((await historyOf()).at(-2)).toMatchObject({
      type: 'message.retried',
      data: { sendId: 's-1', corrected: ['toPersons', 'toGroups', 'data.paramValueJson'] },
    });
    // Who sent it first may say it once more, as it was then.
    expect(await bridge.messages.send({ ...MESSAGE, toGroups: 'g-1' })).toMatchObject({ state: 'sent' });
    await expect(bridge.messages.send({ ...MESSAGE, toGroups: 'g-2' })).rejects.toMatchObject({
      code: 'ERR_SEND_ID_TAKEN',
    });
    expect(JSON.stringify([told, await historyOf()])).not.toMatch(/gone|carl|g-1|Your leave/);
  });

  test('is judged with its changes as a new one is, and stands parked when they are wrong', async () => {
    await park();
    const wrong: [unknown, string][] = [
      [{ changes: { toPersons: null } }, 'ERR_MESSAGE_INVALID'],
      [{ changes: { toPerson: 'ann' } }, 'ERR_MESSAGE_INVALID'],
      [{ changes: { data: { title: '' } } }, 'ERR_MESSAGE_INVALID'],
      [{ changes: { sendId: 's-2' } }, 'ERR_INPUT_INVALID'],
      [{ changes: { data: 'text' } }, 'ERR_INPUT_INVALID'],
      [{ change: {} }, 'ERR_INPUT_INVALID'],
    ];
    for (const [options, code] of wrong) {
      await expect(bridge.messages.retry('s-1', options as never)).rejects.toMatchObject({ code });
    }
    expect(await bridge.messages.get('s-1')).toMatchObject({ state: 'parked', request: { toPersons: 'gone' } });
    expect(await historyOf()).toHaveLength(2);
  });

  test('is retried once by two who ask at once, and neither overwrites what the other corrected', async () => {
    await park();
    center.onMessages = answerSent();
    const asked = await Promise.allSettled(
      ['ann', 'bo'].map((toPersons) => bridge.messages.retry('s-1', { changes: { toPersons } })),
    );
    const refused = asked.filter(({ status }) => status === 'rejected');
    expect(refused).toMatchObject([{ reason: { code: 'ERR_NOT_PARKED', details: { sendId: 's-1' } } }]);
    await bridge.idle();
    expect(received().slice(2)).toMatchObject([{ toPersons: asked[0]?.status === 'fulfilled' ? 'ann' : 'bo' }]);
  });

  test('is given up, once', async () => {
    await park();
    expect(await bridge.messages.skip('s-1', { reason: 'told by phone' })).toMatchObject({
      state: 'skipped',
      reason: 'told by phone',
    });
    const over = { code: 'ERR_NOT_PARKED', details: { state: 'skipped' } };
    await expect(bridge.messages.skip('s-1', { reason: 'again' })).rejects.toMatchObject(over);
    await expect(bridge.messages.retry('s-1')).rejects.toMatchObject(over);
    expect((await historyOf()).at(-1)).toMatchObject({
      type: 'message.skipped',
      instanceId: null,
      data: { sendId: 's-1', reason: 'told by phone' },
    });
    now += 86_400_000;
    await bridge.idle();
    expect(center.messageCalls).toHaveLength(2);
  });

  test('that was retried before its process died is sent by the next one', async () => {
    await park();
    center.onMessages = answerJson(503, {});
    await bridge.messages.retry('s-1', { changes: { toPersons: 'ann' } });
    await bridge.close();
    center.onMessages = answerSent();
    now += 300_000;
    await open();
    await bridge.idle();
    expect(await bridge.messages.get('s-1')).toMatchObject({ state: 'sent' });
    expect(received().at(-1)).toMatchObject({ toPersons: 'ann' });
  });

  test('of a diagram is corrected alike, also when its instance is over; the history says whose it is', async () => {
    const tell =
      '<ttc:message messageTypeCode="LEAVE" title="Leave" toPersons="gone"><ttc:param name="days" value="3"/></ttc:message>';
    const xml = processFile([start(), node('sendTask', 'tell', { extensions: tell }), end()], 'start > tell > end', {
      id: 'telling',
    });
    await bridge.deploy(xml);
    let instanceId = '';
    await park(async () => {
      ({ instanceId } = await bridge.start('telling', { initiator: 'ann' }));
    });
    const sendId = `${instanceId}.message.1`;
    expect(await bridge.instances.get(instanceId)).toMatchObject({ status: 'ended' });
    center.onMessages = answerSent({ receiverKey: 'bo', exceptionMessage: 'on leave' });
    await bridge.messages.retry(sendId, { changes: { toPersons: 'bo' } });
    await bridge.idle();
    expect(received().at(-1)).toMatchObject({ sendId, toPersons: 'bo', data: { title: 'Leave' } });
    expect(await historyOf({ instanceId })).toMatchObject([
      { type: 'message.queued', data: { sendId, nodeId: 'tell', messageTypeCode: 'LEAVE' } },
      { type: 'message.parked', data: { sendId, nodeId: 'tell' } },
      { type: 'message.retried', data: { sendId, corrected: ['toPersons'] } },
      { type: 'message.partial', data: { sendId, unreached: 1 } },
    ]);
  });
});

describe('a message that is not parked', () => {
  const retry = (sendId: string) => bridge.messages.retry(sendId);
  const skip = (sendId: string) => bridge.messages.skip(sendId, { reason: 'it is there' });

  test.each([
    ['retry', retry],
    ['skip', skip],
  ])('cannot be told to %s, and neither can one there is not', async (_name, ask) => {
    await bridge.messages.send(MESSAGE);
    await bridge.idle();
    await expect(ask('s-1')).rejects.toMatchObject({ code: 'ERR_NOT_PARKED', details: { state: 'sent' } });
    await expect(ask('s-2')).rejects.toMatchObject({ code: 'ERR_MESSAGE_UNKNOWN', details: { sendId: 's-2' } });
    await expect(ask('')).rejects.toMatchObject({ code: 'ERR_INPUT_INVALID' });
  });

  test('needs a reason to be given up', async () => {
    await bridge.messages.send(MESSAGE);
    await expect(bridge.messages.skip('s-1', { reason: ' ' })).rejects.toMatchObject({ code: 'ERR_INPUT_INVALID' });
    await expect(bridge.messages.skip('s-1', {} as never)).rejects.toMatchObject({ code: 'ERR_INPUT_INVALID' });
  });

  test('and waits for a center that is away can be given up, but not while it is on its way', async () => {
    let answer: () => void = () => undefined;
    center.onMessages = (...call) => {
      answer = () => answerJson(413, {})(...call);
    };
    await bridge.messages.send(MESSAGE);
    await vi.waitFor(() => expect(center.messageCalls).toHaveLength(1));
    await expect(bridge.messages.skip('s-1', { reason: 'too large' })).rejects.toMatchObject({
      code: 'ERR_BUSY',
      details: { state: 'pending' },
    });
    await expect(bridge.messages.retry('s-1')).rejects.toMatchObject({ code: 'ERR_NOT_PARKED' });
    answer();
    await bridge.idle();
    const skipped = await bridge.messages.skip('s-1', { reason: 'too large' });
    expect(skipped).toMatchObject({ state: 'skipped', reason: 'too large' });
    now += 86_400_000;
    await bridge.idle();
    expect(center.messageCalls).toHaveLength(1);
  });
});

test('a message whose row cannot be read stands parked, holds up no other, and is mended by a whole request', async () => {
  center.onMessages = answerJson(503, {});
  for (const sendId of ['s-1', 's-2']) await bridge.messages.send({ ...MESSAGE, sendId });
  await bridge.idle();
  file.run(`update messages set request = '{' where send_id = 's-1'`);
  center.onMessages = answerSent();
  now += 300_000;
  const parked: unknown[] = [];
  bridge.on('message.parked', (event) => void parked.push(event));
  await bridge.idle();
  expect(await bridge.messages.list()).toMatchObject([{ state: 'parked' }, { state: 'sent' }]);
  expect(parked).toMatchObject([{ sendId: 's-1', reason: expect.stringContaining('cannot be read') }]);
  const { sendId, ...whole } = MESSAGE;
  await expect(bridge.messages.retry(sendId)).rejects.toMatchObject({ code: 'ERR_MESSAGE_INVALID' });
  await bridge.messages.retry(sendId, { changes: whole });
  await bridge.idle();
  expect(await bridge.messages.get(sendId)).toMatchObject({ state: 'sent', request: whole, original: null });
  expect(received().at(-1)).toEqual({ ...MESSAGE, appId: 'approvals' });
});
