/** Resources: the fields of a message and of its data object. */

import type { RawObject } from '../center.ts';
import { expect } from '../expect.ts';
import { expectNotSentToAll, expectRequired, idOfTaken, ofChannels, refuses, takes } from './message-calls.ts';
import { byHand, type Rule, rule } from './rule.ts';

/** The current time plus an offset, in a time zone. */
function timeIn(timeZone: string, laterMs: number): string {
  const form = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return form.format(Date.now() + laterMs);
}

export const messageFieldsRules: readonly Rule[] = [
  rule('Message send request, types', 'a value of another type is refused', async (center) => {
    const wrong: RawObject = {
      appId: 7,
      messageTypeCode: 7,
      sendId: 7,
      sendTime: 7,
      sendType: 'WEBSITE',
      promise: 'yes',
    };
    const lists = ['toPersons', 'toDepts', 'toGroups', 'toPhones', 'toEmails', 'excludeUser', 'signOff'];
    const all = { ...wrong, importantIdentity: 'yes', ...Object.fromEntries(lists.map((name) => [name, ['bo']])) };
    for (const [name, value] of Object.entries(all)) await refuses(center, { [name]: value });
  }),

  rule('Message send request, appId', 'it is required', (center) => expectRequired(center, 'appId')),
  rule('Message send request, messageTypeCode', 'it is required', (center) =>
    expectRequired(center, 'messageTypeCode'),
  ),

  rule('Message send request, sendId', 'a given one is the id of the message', async (center) => {
    const own = center.newId('message');
    expect(await takes(center, { sendId: own })).toBe(own);
  }),

  byHand(
    'Message send request, sendTime',
    'the message is sent at this time, otherwise at once; the format is yyyy-MM-dd HH:mm:ss',
    {
      async make(center) {
        for (const sendTime of ['10:00', '2025-06-01T10:00:00Z']) await refuses(center, { sendTime });
        const later = timeIn(center.variables.TIME_ZONE, 120_000);
        return [await takes(center, {}), await takes(center, { sendTime: later })] as const;
      },
      look: ([atOnce, later], { ACCOUNT }) =>
        `${ACCOUNT} got message ${atOnce} at once, and gets ${later} two minutes after this test, not before.`,
    },
  ),

  byHand('Message send request, sendType', 'if it is absent or empty, all channels of the message type are used', {
    make: async (center) => [await takes(center, { sendType: undefined }), await takes(center, { sendType: [] })],
    look: (ids, { MESSAGE_TYPE_CODE }) =>
      `Messages ${ids.join(' and ')} came on every channel of ${MESSAGE_TYPE_CODE}.`,
  }),

  rule('Message send request, promise', 'it is true or false; the default is false', async (center) => {
    for (const promise of [true, false, undefined]) await takes(center, { promise });
    const toPersons = `${center.variables.ACCOUNT},${center.newId('nobody')}`;
    for (const promise of [false, undefined]) {
      expect(await center.send(center.message({ toPersons, promise }))).toMatchObject({ code: 0 });
    }
  }),

  byHand('Message send request, importantIdentity', 'it marks the message as important; without it is not', {
    make: async (center) => [await takes(center, { importantIdentity: true }), await takes(center, {})],
    look: ([marked, plain]) => `Message ${marked} is marked as important, ${plain} is not.`,
  }),

  byHand('Message send request, toPersons', 'accounts are separated by an English comma', {
    async make(center) {
      const { ACCOUNT, SECOND_ACCOUNT } = center.variables;
      const other = `${ACCOUNT};${SECOND_ACCOUNT}`;
      expectNotSentToAll(await center.send(center.message({ toPersons: other })), other);
      return takes(center, { toPersons: `${ACCOUNT},${SECOND_ACCOUNT}` });
    },
    look: (sendId, { ACCOUNT, SECOND_ACCOUNT }) => `${ACCOUNT} and ${SECOND_ACCOUNT} have message ${sendId}.`,
  }),

  byHand('Message send request, toDepts', 'the members of the department get it', {
    needs: ['DEPARTMENT'],
    make: (center) => takes(center, { toPersons: undefined, toDepts: center.optional('DEPARTMENT') }),
    look: (sendId, { ACCOUNT }) => `${ACCOUNT} has message ${sendId}.`,
  }),

  byHand('Message send request, toGroups', 'the members of the group get it', {
    needs: ['GROUP'],
    make: (center) => takes(center, { toPersons: undefined, toGroups: center.optional('GROUP') }),
    look: (sendId, { ACCOUNT }) => `${ACCOUNT} has message ${sendId}.`,
  }),

  ...(
    [
      ['toPhones', 'SMS', 'MAIL', 'PHONE'],
      ['toEmails', 'MAIL', 'SMS', 'EMAIL'],
    ] as const
  ).map(([field, channel, wrong, needed]) =>
    byHand(`Message send request, ${field}`, `several are separated by a comma; it is for ${channel} alone`, {
      needs: [needed, 'CHANNELS_TYPE_CODE', 'CHANNELS_VALUES'],
      async make(center) {
        const to = { toPersons: undefined, [field]: center.optional(needed) };
        expectNotSentToAll(await center.send(ofChannels(center, [wrong], to)), `${field} with ${wrong}`);
        return idOfTaken(await center.send(ofChannels(center, [channel], to)));
      },
      look: (sendId, variables) => `${variables[needed]} has message ${sendId}, by ${channel}.`,
    }),
  ),

  byHand('Message send request, excludeUser', 'they do not get it; several are separated by a comma', {
    async make(center) {
      const { ACCOUNT, SECOND_ACCOUNT, INITIATOR } = center.variables;
      const toPersons = [ACCOUNT, SECOND_ACCOUNT, INITIATOR].join(',');
      return takes(center, { toPersons, excludeUser: `${SECOND_ACCOUNT},${INITIATOR}` });
    },
    look: (sendId, { ACCOUNT, SECOND_ACCOUNT, INITIATOR }) =>
      `${ACCOUNT} has message ${sendId}, ${SECOND_ACCOUNT} and ${INITIATOR} have not.`,
  }),

  byHand('Message send request, signOff', 'it closes the message', {
    make: (center) => takes(center, { signOff: 'Yours, the suite' }),
    look: (sendId) => `Message ${sendId} ends with "Yours, the suite"; else see the probe "sign-off".`,
  }),

  rule('Message send request, data', 'it is required, and an object', async (center) => {
    await expectRequired(center, 'data');
    await refuses(center, { data: [] });
  }),

  rule(
    'Message send request, recipient rule',
    'at least one of the five recipient fields names somebody',
    async (center) => {
      for (const toPersons of [undefined, null, '']) await refuses(center, { toPersons });
      await refuses(center, { toPersons: '', toDepts: '', toGroups: '', toPhones: '', toEmails: '' });
      await refuses(center, { toPersons: undefined, excludeUser: center.variables.SECOND_ACCOUNT });
    },
  ),

  rule('data, types', 'a value of another type is refused', async (center) => {
    for (const field of ['title', 'handleKey', 'coverImageUrl', 'filesUrl', 'mobileUrl', 'url']) {
      await refuses(center, {}, { [field]: 7 });
    }
  }),

  rule('data, title', 'it is required', (center) => expectRequired(center, 'title', true)),

  byHand('data, paramValueJson', 'it is required, and an object: an empty one if there are no variables', {
    async make(center) {
      await expectRequired(center, 'paramValueJson', true);
      for (const paramValueJson of ['text', ['text']]) await refuses(center, {}, { paramValueJson });
    },
    look: () => 'A message type without variables is accepted with an empty object, and refused with none.',
  }),

  byHand('data, handleKey', 'it is optional; without one it is a key of the message task', {
    make: async (center) => [
      await takes(center, {}, { handleKey: 'open-page-7' }),
      await takes(center, {}, { handleKey: '' }),
      await takes(center, {}),
    ],
    look: ([own, empty, none]) =>
      `Message ${own} leads to the handling key "open-page-7", ${empty} and ${none} each to one of their own.`,
  }),

  byHand('data, coverImageUrl and filesUrl', 'they are optional; files are separated by a comma', {
    make: (center) =>
      takes(
        center,
        {},
        { coverImageUrl: 'https://h.example/c.png', filesUrl: 'https://h.example/a,https://h.example/b' },
      ),
    look: (sendId) => `Message ${sendId} has a cover image and two attachments.`,
  }),

  byHand('data, url and mobileUrl', 'one is the link on a PC, the other on a phone', {
    make: (center) =>
      takes(center, { sendType: ['WEBSITE'] }, { url: 'https://h.example/pc', mobileUrl: 'https://h.example/m' }),
    look: (sendId) => `Message ${sendId} leads to https://h.example/pc on a PC, and to https://h.example/m on a phone.`,
  }),
];
