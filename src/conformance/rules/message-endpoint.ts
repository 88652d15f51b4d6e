/** The message center: its channels, templates and answer, endpoint 1 and its errors. */

import { MESSAGE_PATH, type RawObject } from '../center.ts';
import { expect } from '../expect.ts';
import { expectRefusal, idOfTaken, ofChannels, refuses, takes } from './message-calls.ts';
import { byHand, type Rule, rule } from './rule.ts';

const CHANNELS = ['SMS', 'MAIL', 'WECHAT', 'DINGTALK', 'WEBSITE', 'SUPERAPP'] as const;
const OF_CHANNELS = { needs: ['CHANNELS_TYPE_CODE', 'CHANNELS_VALUES'] } as const;

export const messageEndpointRules: readonly Rule[] = [
  byHand('What the service does, channels', 'there are six, and any other code is refused', {
    async make(center) {
      await refuses(center, { sendType: ['FAX'] });
      return takes(center, { sendType: [center.variables.MESSAGE_CHANNEL] });
    },
    look: () => `A message type of this center can have the channels ${CHANNELS.join(', ')}.`,
  }),

  byHand('What the service does, WEBSITE', 'it is shown on the PC and in the app, read on one it is read on both', {
    make: (center) => takes(center, { sendType: ['WEBSITE'] }),
    look: (sendId, { ACCOUNT }) => `${ACCOUNT} reads message ${sendId} in the app: it is read on the PC too.`,
  }),

  byHand('What the service does, SUPERAPP', 'it appears in the notification bar, and is not a message in the app', {
    make: (center) => takes(center, { sendType: ['SUPERAPP'] }),
    look: (sendId, { ACCOUNT }) =>
      `Message ${sendId} is in the notification bar of ${ACCOUNT}, and not among the messages.`,
  }),

  rule('Template rules, 1', 'a variable without a value is refused', async (center) => {
    await refuses(center, {}, { paramValueJson: {} });
  }),

  byHand('Template rules, 2', 'with one template the variables are in paramValueJson itself', {
    make: (center) => takes(center, {}),
    look: (sendId) => `The text of message ${sendId} has the values of MESSAGE_VALUES.`,
  }),

  byHand('Template rules, 3', 'with a template for each channel they are under the code of the channel', {
    ...OF_CHANNELS,
    async make(center) {
      const message = ofChannels(center, ['SMS', 'MAIL'], {});
      const { SMS } = (message.data as { paramValueJson: RawObject }).paramValueJson;
      const half = { ...message, data: { title: 't', paramValueJson: { SMS } } };
      expectRefusal(await center.send(half), 'without the values of MAIL');
      return idOfTaken(await center.send(message));
    },
    look: (sendId) => `The SMS and the mail of ${sendId} have the texts of their own templates.`,
  }),

  rule(
    'Message send response',
    'it has timestamp, code, message, and data with sendId and errorList',
    async (center) => {
      const answer = await center.send(center.message());
      expect(answer).toEqual({
        timestamp: expect.any(Number),
        code: 0,
        message: expect.any(String),
        data: { sendId: expect.stringMatching(/./), errorList: null },
      });
      // Milliseconds, not seconds; the clocks may differ.
      expect(Math.abs(answer.timestamp - Date.now())).toBeLessThan(86_400_000);
      expect(Number.isInteger(answer.timestamp)).toBe(true);
    },
  ),

  rule('Message send response, errorList entry', 'it has receiverKey and exceptionMessage', async (center) => {
    const nobody = center.newId('nobody');
    const answer = await center.send(center.message({ toPersons: `${center.variables.ACCOUNT},${nobody}` }));
    expect(answer.data?.errorList).toEqual([{ receiverKey: nobody, exceptionMessage: expect.stringMatching(/./) }]);
  }),

  rule(
    'Message send response, receiverKey',
    'it is the account, the phone number or the e-mail address',
    async (center) => {
      const wrong = [center.newId('nobody'), 'no-number', 'no-address'];
      const [toPersons, toPhones, toEmails] = wrong;
      const answer = await center.send(ofChannels(center, ['SMS', 'MAIL'], { toPersons, toPhones, toEmails }));
      expect(answer.data?.errorList?.map(({ receiverKey }) => receiverKey)).toEqual(expect.arrayContaining(wrong));
    },
    OF_CHANNELS,
  ),

  rule(
    'Endpoint 1, rule 1',
    'without a sendId, or with an empty one, the service makes a new one each time',
    async (center) => {
      const made = [
        await takes(center, {}),
        await takes(center, { sendId: '' }),
        await takes(center, { sendId: null }),
      ];
      expect(made).not.toContain('');
      expect(new Set(made).size).toBe(3);
    },
  ),

  rule(
    'Endpoint 1, rule 2',
    'a channel that the message type does not define makes the call fail, and is named',
    async (center) => {
      const { UNDEFINED_CHANNEL, MESSAGE_CHANNEL } = center.variables;
      const answer = await center.send(center.message({ sendType: [MESSAGE_CHANNEL, UNDEFINED_CHANNEL] }));
      expect(answer).toMatchObject({ code: 500, message: expect.stringContaining(UNDEFINED_CHANNEL), data: null });
    },
  ),

  rule('Endpoint 1, rule 3', 'abnormal recipients are in errorList, and the call succeeds', async (center) => {
    const [one, other] = [center.newId('nobody'), center.newId('nobody')];
    const answer = await center.send(center.message({ toPersons: [one, center.variables.ACCOUNT, other].join(',') }));
    expect(answer.code).toBe(0);
    expect(answer.data?.errorList?.map(({ receiverKey }) => receiverKey)).toEqual([one, other]);
  }),

  byHand('Endpoint 1, rule 4', 'toPhones makes an SMS and no mail, toEmails a mail and no SMS', {
    needs: ['PHONE', 'EMAIL', ...OF_CHANNELS.needs],
    async make(center) {
      const to = { toPersons: undefined, toPhones: center.optional('PHONE'), toEmails: center.optional('EMAIL') };
      return idOfTaken(await center.send(ofChannels(center, ['SMS', 'MAIL'], to)));
    },
    look: (sendId, { PHONE, EMAIL }) => `${PHONE} got one SMS of message ${sendId}, ${EMAIL} one mail.`,
  }),

  rule('Errors, message send 0', 'the message was sent', async (center) => {
    const { status, body } = await center.call(MESSAGE_PATH, center.message());
    expect([status, body]).toEqual([200, expect.objectContaining({ code: 0, message: expect.stringMatching(/./) })]);
  }),

  rule('Errors, message send 500', 'data is null, and the message was not sent', async (center) => {
    const sendId = center.newId('message');
    const wrong = center.message({ sendId, sendType: [center.variables.UNDEFINED_CHANNEL] });
    expect((await center.call(MESSAGE_PATH, wrong)).body).toMatchObject({ code: 500, data: null });
    // The id is unused, since no message was sent with it.
    expect(await takes(center, { sendId })).toBe(sendId);
  }),
];
