/** The message center: its channels, the fields of a message, its templates, endpoint 1 and its errors. */
import { expect } from 'vitest';
import { type Center, MESSAGE_PATH, type MessageAnswer, type RawObject } from './center.ts';
import type { Hands } from './hands.ts';
import { byHand, rule } from './rule.ts';

const taken = (answer: MessageAnswer): string => {
  expect(answer, answer.message).toMatchObject({ code: 0, data: { errorList: null } });
  return answer.data?.sendId ?? '';
};
const takes = async (center: Center, more: RawObject, data: RawObject = {}) =>
  taken(await center.send(center.message(more, data)));
const refuses = async (center: Center, more: RawObject, data: RawObject = {}) => {
  const answer = await center.send(center.message(more, data));
  expect(answer.code, JSON.stringify({ ...more, data })).not.toBe(0);
  expect(answer.data ?? null).toBeNull();
};
async function expectRequired(center: Center, field: string, inData = false): Promise<void> {
  for (const value of [undefined, null, '']) {
    await refuses(center, inData ? {} : { [field]: value }, inData ? { [field]: value } : {});
  }
}

/** A message of the type that has a template for each channel. */
function ofChannels(center: Center, channels: readonly string[], more: RawObject): RawObject {
  const all = JSON.parse(center.optional('CHANNELS_VALUES') ?? '{}') as RawObject;
  const paramValueJson = Object.fromEntries(channels.map((channel) => [channel, all[channel]]));
  const messageTypeCode = center.optional('CHANNELS_TYPE_CODE');
  return center.message({ messageTypeCode, sendType: channels, ...more }, { paramValueJson });
}

const deliveriesOf = (hands: Hands, sendId: string) =>
  (hands.sentMessage(sendId)?.deliveries ?? []).map(({ channel, receiver }) => `${channel} ${receiver}`);
const messageOf = (hands: Hands, center: Center, sendId: string, side?: 'mobile') =>
  hands.messages(center.variables.ACCOUNT, side).find((each) => each.sendId === sendId);

rule('What the service does, channels', 'a code that is none of the six is refused', async (center) => {
  await refuses(center, { sendType: ['FAX'] });
  await takes(center, { sendType: [center.variables.MESSAGE_CHANNEL] });
});

byHand('What the service does, WEBSITE', 'it is shown on the PC and in the app, read on one it is read on both', {
  make: (center) => takes(center, { sendType: ['WEBSITE'] }),
  look: (sendId, { ACCOUNT }) => `${ACCOUNT} reads message ${sendId} in the app: it is read on the PC too.`,
  see(hands, sendId, center) {
    expect([messageOf(hands, center, sendId), messageOf(hands, center, sendId, 'mobile')]).toMatchObject([
      { isRead: false },
      { isRead: false },
    ]);
    hands.readMessage(sendId, center.variables.ACCOUNT, 'mobile');
    expect(messageOf(hands, center, sendId)).toMatchObject({ isRead: true });
  },
});

byHand('What the service does, SUPERAPP', 'it stands in the notification bar, and is no message in the app', {
  make: (center) => takes(center, { sendType: ['SUPERAPP'] }),
  look: (sendId, { ACCOUNT }) =>
    `Message ${sendId} is in the notification bar of ${ACCOUNT}, and not among the messages.`,
  see(hands, sendId, center) {
    expect(hands.notifications(center.variables.ACCOUNT).map((each) => each.sendId)).toContain(sendId);
    expect(messageOf(hands, center, sendId)).toBeUndefined();
  },
});

rule('Message send request, appId', 'it is required', (center) => expectRequired(center, 'appId'));
rule('Message send request, messageTypeCode', 'it is required', (center) => expectRequired(center, 'messageTypeCode'));

byHand('Message send request, sendTime', 'the message goes out then; it is yyyy-MM-dd HH:mm:ss', {
  async make(center) {
    await refuses(center, { sendTime: '10:00' });
    return takes(center, { sendTime: timeIn(center.variables.TIME_ZONE, 120_000) });
  },
  look: (sendId, { ACCOUNT }) => `${ACCOUNT} gets message ${sendId} two minutes after this test, and not before.`,
  see(hands, sendId, center) {
    expect(messageOf(hands, center, sendId)).toBeUndefined();
    hands.letPass(125_000);
    expect(messageOf(hands, center, sendId)).toBeDefined();
  },
});

byHand(
  'Message send request, sendType',
  'without one, or with an empty one, all channels of the message type are used',
  {
    make: async (center) => [await takes(center, { sendType: undefined }), await takes(center, { sendType: [] })],
    look: (ids, { MESSAGE_TYPE_CODE }) =>
      `Messages ${ids.join(' and ')} came on every channel of ${MESSAGE_TYPE_CODE}.`,
    see(hands, ids) {
      for (const id of ids) expect(deliveriesOf(hands, id)).toEqual(['WEBSITE bo', 'SUPERAPP bo']);
    },
  },
);

rule('Message send request, promise', 'it is true or false', async (center) => {
  for (const promise of [true, false]) await takes(center, { promise });
  await refuses(center, { promise: 'yes' });
});

byHand('Message send request, importantIdentity', 'it marks the message as important', {
  async make(center) {
    await refuses(center, { importantIdentity: 'yes' });
    return takes(center, { importantIdentity: true });
  },
  look: (sendId) => `Message ${sendId} is marked as important.`,
  see: (hands, sendId, center) => expect(messageOf(hands, center, sendId)).toMatchObject({ isImportant: true }),
});

byHand('Message send request, toPersons', 'accounts are separated by a comma', {
  make: (center) => takes(center, { toPersons: `${center.variables.ACCOUNT},${center.variables.SECOND_ACCOUNT}` }),
  look: (sendId, { ACCOUNT, SECOND_ACCOUNT }) => `${ACCOUNT} and ${SECOND_ACCOUNT} have message ${sendId}.`,
  see: (hands, sendId) => expect(deliveriesOf(hands, sendId)).toEqual(['WEBSITE bo', 'WEBSITE chen']),
});

byHand('Message send request, toDepts', 'the members of the department get it', {
  needs: ['DEPARTMENT'],
  make: (center) => takes(center, { toPersons: undefined, toDepts: center.optional('DEPARTMENT') }),
  look: (sendId, { ACCOUNT }) => `${ACCOUNT} has message ${sendId}.`,
  see: (hands, sendId, center) => expect(messageOf(hands, center, sendId)).toBeDefined(),
});

byHand('Message send request, toGroups', 'the members of the group get it', {
  needs: ['GROUP'],
  make: (center) => takes(center, { toPersons: undefined, toGroups: center.optional('GROUP') }),
  look: (sendId, { ACCOUNT }) => `${ACCOUNT} has message ${sendId}.`,
  see: (hands, sendId, center) => expect(messageOf(hands, center, sendId)).toBeDefined(),
});

byHand('Message send request, excludeUser', 'they do not get it', {
  make(center) {
    const { ACCOUNT, SECOND_ACCOUNT } = center.variables;
    return takes(center, { toPersons: `${ACCOUNT},${SECOND_ACCOUNT}`, excludeUser: SECOND_ACCOUNT });
  },
  look: (sendId, { ACCOUNT, SECOND_ACCOUNT }) => `${ACCOUNT} has message ${sendId}, ${SECOND_ACCOUNT} has not.`,
  see: (hands, sendId) => expect(deliveriesOf(hands, sendId)).toEqual(['WEBSITE bo']),
});

byHand('Message send request, signOff', 'it closes the message', {
  make: (center) => takes(center, { signOff: 'Yours, the suite' }),
  look: (sendId) => `Message ${sendId} ends with "Yours, the suite"; else see the probe "sign-off".`,
  see: (hands, sendId, center) =>
    expect(messageOf(hands, center, sendId)).toMatchObject({ signOff: 'Yours, the suite' }),
});

rule('Message send request, data', 'it is required, and an object', async (center) => {
  await expectRequired(center, 'data');
  await refuses(center, { data: [] });
});

rule(
  'Message send request, recipient rule',
  'one of the five recipient fields at least has somebody',
  async (center) => {
    for (const toPersons of [undefined, null, '']) await refuses(center, { toPersons });
  },
);

rule('data, title', 'it is required', (center) => expectRequired(center, 'title', true));

rule('data, paramValueJson', 'it is required, and an object', async (center) => {
  await expectRequired(center, 'paramValueJson', true);
  await refuses(center, {}, { paramValueJson: 'text' });
});

byHand('data, handleKey', 'it is optional', {
  make: (center) => takes(center, {}, { handleKey: 'open-page-7' }),
  look: (sendId) => `Message ${sendId} leads to the handling key "open-page-7".`,
  see: (hands, sendId, center) => expect(messageOf(hands, center, sendId)).toMatchObject({ handleKey: 'open-page-7' }),
});

byHand('data, coverImageUrl and filesUrl', 'they are optional; files are separated by a comma', {
  make: (center) =>
    takes(
      center,
      {},
      { coverImageUrl: 'https://h.example/c.png', filesUrl: 'https://h.example/a,https://h.example/b' },
    ),
  look: (sendId) => `Message ${sendId} has a cover image and two attachments.`,
  see: (hands, sendId, center) =>
    expect(messageOf(hands, center, sendId)).toMatchObject({
      coverImageUrl: 'https://h.example/c.png',
      files: ['https://h.example/a', 'https://h.example/b'],
    }),
});

byHand('data, url and mobileUrl', 'one is the link on a PC, the other on a phone', {
  make: (center) =>
    takes(center, { sendType: ['WEBSITE'] }, { url: 'https://h.example/pc', mobileUrl: 'https://h.example/m' }),
  look: (sendId) => `Message ${sendId} leads to https://h.example/pc on a PC, and to https://h.example/m on a phone.`,
  see(hands, sendId, center) {
    const links = [messageOf(hands, center, sendId), messageOf(hands, center, sendId, 'mobile')].map(
      (each) => each?.link,
    );
    expect(links).toEqual(['https://h.example/pc', 'https://h.example/m']);
  },
});

rule('Template rules, 1', 'a variable without a value is refused', async (center) => {
  await refuses(center, {}, { paramValueJson: {} });
});

byHand('Template rules, 2', 'with one template the variables stand in paramValueJson itself', {
  make: (center) => takes(center, {}),
  look: (sendId) => `The text of message ${sendId} has the values of MESSAGE_VALUES.`,
  see: (hands, sendId, center) => expect(messageOf(hands, center, sendId)).toMatchObject({ text: 'a test' }),
});

byHand('Template rules, 3', 'with a template for each channel they stand below the code of the channel', {
  needs: ['CHANNELS_TYPE_CODE', 'CHANNELS_VALUES'],
  async make(center) {
    const message = ofChannels(center, ['SMS', 'MAIL'], {});
    const { SMS } = (message.data as { paramValueJson: RawObject }).paramValueJson;
    expect(await center.send({ ...message, data: { title: 't', paramValueJson: { SMS } } })).not.toMatchObject({
      code: 0,
    });
    return taken(await center.send(message));
  },
  look: (sendId) => `The SMS and the mail of ${sendId} have the texts of their own templates.`,
  see: (hands, sendId) =>
    expect(hands.sentMessage(sendId)?.deliveries.map(({ text }) => text)).toEqual([
      's: o',
      'Dear n, s was decided: o. r',
    ]),
});

rule('Message send response', 'it has timestamp, code, message, and data with sendId and errorList', async (center) => {
  const answer = await center.send(center.message());
  expect(answer).toEqual({
    timestamp: expect.any(Number),
    code: 0,
    message: expect.any(String),
    data: { sendId: expect.stringMatching(/./), errorList: null },
  });
  expect(Math.abs(answer.timestamp - Date.now())).toBeLessThan(86_400_000);
});

rule('Message send response, errorList entry', 'it has receiverKey and exceptionMessage', async (center) => {
  const nobody = center.newId('nobody');
  const answer = await center.send(center.message({ toPersons: `${center.variables.ACCOUNT},${nobody}` }));
  expect(answer.data?.errorList).toEqual([{ receiverKey: nobody, exceptionMessage: expect.stringMatching(/./) }]);
});

rule(
  'Endpoint 1, rule 1',
  'an absent or empty sendId is made by the service, another one each time',
  async (center) => {
    const made = [await takes(center, {}), await takes(center, { sendId: '' }), await takes(center, { sendId: null })];
    expect(new Set(made).size).toBe(3);
    const own = center.newId('message');
    expect(await takes(center, { sendId: own })).toBe(own);
  },
);

rule(
  'Endpoint 1, rule 2',
  'a channel that the message type does not define fails the call, and is named',
  async (center) => {
    const { UNDEFINED_CHANNEL, MESSAGE_CHANNEL } = center.variables;
    const answer = await center.send(center.message({ sendType: [MESSAGE_CHANNEL, UNDEFINED_CHANNEL] }));
    expect(answer).toMatchObject({ code: 500, message: expect.stringContaining(UNDEFINED_CHANNEL), data: null });
  },
);

rule('Endpoint 1, rule 3', 'abnormal recipients stand in errorList, and the call succeeds', async (center) => {
  const [one, other] = [center.newId('nobody'), center.newId('nobody')];
  const answer = await center.send(center.message({ toPersons: [one, center.variables.ACCOUNT, other].join(',') }));
  expect(answer.code).toBe(0);
  expect(answer.data?.errorList?.map(({ receiverKey }) => receiverKey)).toEqual([one, other]);
});

byHand('Endpoint 1, rule 4', 'toPhones makes an SMS and no mail, toEmails a mail and no SMS', {
  needs: ['PHONE', 'EMAIL', 'CHANNELS_TYPE_CODE', 'CHANNELS_VALUES'],
  async make(center) {
    const to = { toPersons: undefined, toPhones: center.optional('PHONE'), toEmails: center.optional('EMAIL') };
    return taken(await center.send(ofChannels(center, ['SMS', 'MAIL'], to)));
  },
  look: (sendId, { PHONE, EMAIL }) => `${PHONE} got one SMS of message ${sendId}, ${EMAIL} one mail.`,
  see: (hands, sendId) => expect(deliveriesOf(hands, sendId)).toEqual(['SMS +15550102', 'MAIL bo@example.com']),
});

rule('Errors, message send 0', 'it says that the message was sent', async (center) => {
  expect(await center.send(center.message())).toMatchObject({ code: 0, message: expect.stringMatching(/./) });
});

rule('Errors, message send 500', 'data is null, and nothing of the message was sent', async (center) => {
  const sendId = center.newId('message');
  const { body } = await center.call(
    MESSAGE_PATH,
    center.message({ sendId, sendType: [center.variables.UNDEFINED_CHANNEL] }),
  );
  expect(body).toMatchObject({ code: 500, data: null });
  // The id is free: nothing went out under it.
  expect(await takes(center, { sendId })).toBe(sendId);
});

/** Now and so much later, as the clocks of a zone show it. */
function timeIn(timeZone: string, laterMs: number): string {
  const form = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return form.format(Date.now() + laterMs);
}
