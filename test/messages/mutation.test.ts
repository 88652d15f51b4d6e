/** Breaks one rule of messages at a time: the sandbox refuses each, or what people see shows it. */
import { describe, expect, it } from 'vitest';
import { observe } from './broken-client.ts';
import { catchMutations, type Mutation } from './catch-mutations.ts';
import { inMessage, type Message, options, tell } from './message-story.ts';

type Values = Record<string, Record<string, unknown>>;

const only = (sendId: string | undefined, change: (message: Message) => unknown) =>
  inMessage((message) => (message.sendId === sendId ? change(message) : message));
const inData = (sendId: string, change: (data: Record<string, unknown>) => unknown) =>
  only(sendId, (message) => ({ ...message, data: change(message.data) }));
const inValues = (sendId: string, change: (values: Values) => unknown) =>
  inData(sendId, (data) => ({ ...data, paramValueJson: change(data.paramValueJson as Values) }));

let attempts = 0;
function next(): number {
  attempts += 1;
  return attempts;
}

const MUTATIONS: readonly Mutation[] = [
  [
    'appId under another name',
    inMessage(({ appId, ...rest }) => ({ ...rest, applicationId: appId })),
    '-1 appId is null; applicationId is invalid: the interface has no such field',
  ],
  [
    'the client id as appId',
    inMessage((message) => ({ ...message, appId: 'approvals-client' })),
    '-1 appId is invalid: application approvals-client is not registered for this client',
  ],
  ['no messageTypeCode', inMessage(({ messageTypeCode: _code, ...rest }) => rest), '-1 messageTypeCode is null'],
  [
    'messageTypeCode in lower case',
    only('notice', (message) => ({ ...message, messageTypeCode: 'notice' })),
    '-1 messageTypeCode is invalid: there is no message type notice',
  ],
  ['no sendId', inMessage(({ sendId: _id, ...rest }) => rest), 'shown'],
  [
    'another sendId with every attempt',
    inMessage((message) => ({ ...message, sendId: `${message.sendId}-${next()}` })),
    'shown',
  ],
  [
    'one sendId for all messages',
    inMessage((message) => ({ ...message, sendId: 'notice' })),
    '-1 sendId is invalid: the id notice belongs to another message',
  ],
  [
    'another text with the second attempt',
    only('notice', (message) => ({ ...message, signOff: `Office ${next()}` })),
    '-1 sendId is invalid: the id notice belongs to another message',
  ],
  [
    'an ISO time',
    only('reminder', (message) => ({ ...message, sendTime: '2025-06-01T10:00:00+08:00' })),
    '-1 sendTime is invalid: must be a time of the form yyyy-MM-dd HH:mm:ss',
  ],
  [
    'epoch milliseconds',
    only('reminder', (message) => ({ ...message, sendTime: 1_748_743_200_000 })),
    '-1 sendTime is invalid: must be a time of the form yyyy-MM-dd HH:mm:ss',
  ],
  [
    'a day that does not exist',
    only('reminder', (message) => ({ ...message, sendTime: '2025-06-31 10:00:00' })),
    '-1 sendTime is invalid: must be a time of the form yyyy-MM-dd HH:mm:ss',
  ],
  [
    'the time of another zone',
    only('reminder', (message) => ({ ...message, sendTime: '2025-06-01 02:00:00' })),
    'shown',
  ],
  ['sendTime left out', only('reminder', ({ sendTime: _time, ...rest }) => rest), 'shown'],
  [
    'sendType as a text',
    only('reminder', (message) => ({ ...message, sendType: 'WEBSITE' })),
    '-1 sendType is invalid: must be an array',
  ],
  [
    'sendType in lower case',
    only('reminder', (message) => ({ ...message, sendType: ['website'] })),
    '500 sendType is invalid: the message type REMINDER does not define website',
  ],
  [
    'a channel the type does not define',
    only('reminder', (message) => ({ ...message, sendType: ['WEBSITE', 'WECHAT'] })),
    '500 sendType is invalid: the message type REMINDER does not define WECHAT',
  ],
  ['sendType left out', only('reminder', ({ sendType: _type, ...rest }) => rest), 'shown'],
  [
    'the notification bar for the system message',
    only('reminder', (message) => ({ ...message, sendType: ['SUPERAPP'] })),
    'shown',
  ],
  [
    'promise as a text',
    only('outcome', (message) => ({ ...message, promise: 'true' })),
    '-1 promise is invalid: must be true or false',
  ],
  [
    'importantIdentity as a number',
    only('notice', (message) => ({ ...message, importantIdentity: 1 })),
    '-1 importantIdentity is invalid: must be true or false',
  ],
  ['importantIdentity left out', only('notice', ({ importantIdentity: _flag, ...rest }) => rest), 'shown'],
  [
    'people as a list',
    only('notice', (message) => ({ ...message, toPersons: ['anna', 'chen'] })),
    '-1 toPersons is invalid: must be a string',
  ],
  [
    'people separated by semicolons',
    only('notice', (message) => ({ ...message, toPersons: 'anna;chen' })),
    'anna;chen this account does not exist',
  ],
  [
    'people separated by blanks',
    only('notice', (message) => ({ ...message, toPersons: 'anna chen' })),
    'anna chen this account does not exist',
  ],
  [
    'people separated by another comma',
    only('notice', (message) => ({ ...message, toPersons: 'anna，chen' })),
    'anna，chen this account does not exist',
  ],
  [
    'names instead of accounts',
    only('notice', (message) => ({ ...message, toPersons: 'Anna Berg,chen' })),
    'Anna Berg this account does not exist',
  ],
  [
    'a group as department',
    only('notice', ({ toGroups, ...rest }) => ({ ...rest, toDepts: toGroups })),
    'legal this department does not exist',
  ],
  ['the excluded ones forgotten', only('notice', ({ excludeUser: _who, ...rest }) => rest), 'shown'],
  ['nobody', only('reminder', (message) => ({ ...message, toPersons: '' })), '-1 toPersons is null'],
  [
    'toPerson for toPersons',
    only('notice', ({ toPersons, ...rest }) => ({ ...rest, toPerson: toPersons })),
    '-1 toPerson is invalid: the interface has no such field',
  ],
  [
    'a promise to somebody unknown',
    only('outcome', (message) => ({ ...message, toPersons: 'nobody' })),
    '-1 promise cannot be kept: nobody: this account does not exist',
  ],
  [
    'phones where there is no SMS',
    only('notice', (message) => ({ ...message, toPhones: '+15550199' })),
    '-1 toPhones is invalid: it is for SMS only, and the message goes to WEBSITE, SUPERAPP',
  ],
  [
    'addresses where there is no MAIL',
    only('notice', (message) => ({ ...message, toEmails: 'a@b' })),
    '-1 toEmails is invalid: it is for MAIL only, and the message goes to WEBSITE, SUPERAPP',
  ],
  [
    'phones and addresses exchanged',
    only('outcome', (message) => ({ ...message, toPhones: message.toEmails, toEmails: message.toPhones })),
    '-1 promise cannot be kept: guest@example.org: this is not a phone number',
  ],
  [
    'the content beside data',
    inMessage(({ data, ...rest }) => ({ ...rest, ...data })),
    '-1 data is null; title is invalid: the interface has no such field; paramValueJson is invalid: the interface has no such field',
  ],
  [
    'data as a text',
    inMessage((message) => ({ ...message, data: JSON.stringify(message.data) })),
    '-1 data is invalid: must be a JSON object',
  ],
  ['no title', inData('notice', ({ title: _title, ...rest }) => rest), '-1 data.title is null'],
  ['an empty title', inData('notice', (data) => ({ ...data, title: '' })), '-1 data.title is null'],
  [
    'paramValueJson as a text',
    inData('notice', (data) => ({ ...data, paramValueJson: JSON.stringify(data.paramValueJson) })),
    '-1 data.paramValueJson is invalid: must be a JSON object',
  ],
  [
    'paramValueJson left out where there are no variables',
    inData('reminder', ({ paramValueJson: _none, ...rest }) => rest),
    '-1 data.paramValueJson is null',
  ],
  [
    'a variable under another name',
    inValues('notice', (values) => ({ Text: values.text })),
    '-1 data.paramValueJson.text is null: the template has {{text}}',
  ],
  [
    'a channel under the single template',
    inValues('notice', (values) => ({ WEBSITE: values })),
    '-1 data.paramValueJson.text is null: the template has {{text}}',
  ],
  [
    'the values of all channels at once',
    inValues('outcome', (values) => values.MAIL),
    '-1 data.paramValueJson.SMS.subject is null: the template of SMS has {{subject}}',
  ],
  [
    'no values for one channel',
    inValues('outcome', ({ MAIL: _mail, ...rest }) => rest),
    '-1 data.paramValueJson.MAIL.name is null: the template of MAIL has {{name}}',
  ],
  [
    'the values of one channel for another',
    inValues('outcome', (values) => ({ ...values, WEBSITE: values.SMS })),
    '-1 data.paramValueJson.WEBSITE.by is null: the template of WEBSITE has {{by}}',
  ],
  [
    'the links of the two sides exchanged',
    inData('notice', (data) => ({ ...data, url: data.mobileUrl, mobileUrl: data.url })),
    'shown',
  ],
  [
    'pcUrl for url',
    inData('notice', ({ url, ...rest }) => ({ ...rest, pcUrl: url })),
    '-1 data.pcUrl is invalid: the interface has no such field',
  ],
  [
    'files as a list',
    inData('notice', (data) => ({ ...data, filesUrl: `${data.filesUrl}`.split(',') })),
    '-1 data.filesUrl is invalid: must be a string',
  ],
  ['the signature forgotten', only('notice', ({ signOff: _words, ...rest }) => rest), 'shown'],
  ['the handling key forgotten', inData('notice', ({ handleKey: _key, ...rest }) => rest), 'shown'],
];

describe('Message send request, data object, Template rules: one rule broken at a time', () => {
  it('nothing broken: all is sent, nobody complains, and people see it', async () => {
    const { complaints, picture } = await observe(options(), tell);
    expect(complaints).toEqual([]);
    expect(picture).toMatchObject({
      outcomes: ['notice', 'outcome', 'reminder', 'notice'].map((sendId) => ({ kind: 'sent', sendId, problems: [] })),
      after: [[{ sendId: 'notice' }, { sendId: 'outcome' }, { sendId: 'reminder', state: 'sent' }], {}],
    });
  });

  it('breaks thirty rules at least', () => expect(MUTATIONS.length).toBeGreaterThanOrEqual(30));

  catchMutations(options, tell, MUTATIONS);
});
