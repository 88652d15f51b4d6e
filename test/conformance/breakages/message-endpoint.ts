import type { RawObject } from '../../support/inner/conformance.ts';
import {
  asObject,
  type Breakage,
  drop,
  eachData,
  eachMessage,
  goesTo,
  isObject,
  listOf,
  messageAnswer,
  sentData,
  swap,
} from './breakage.ts';

const values = (data: RawObject): RawObject => asObject(data.paramValueJson);
const problemsIn = (data: RawObject): readonly RawObject[] => listOf(data.errorList).map(asObject);

/** Channels, templates, the answer and its errors. */
export const MESSAGE_ENDPOINT: readonly Breakage[] = [
  [
    'What the service does, channels',
    'it takes a channel that there is not',
    eachMessage((message) => (goesTo(message, 'FAX') ? { ...message, sendType: ['WEBSITE'] } : message)),
  ],
  [
    'What the service does, channels',
    'it sends a mail where DINGTALK is meant',
    eachMessage((message) => (goesTo(message, 'DINGTALK') ? { ...message, sendType: ['MAIL'] } : message)),
  ],
  [
    'What the service does, WEBSITE',
    'each side has a read state of its own',
    {
      shows: (access) => ({
        messages: (account, side) =>
          side === 'mobile'
            ? access.messages(account, side)
            : access.messages(account).map((each) => ({ ...each, isRead: false })),
      }),
    },
  ],
  [
    'What the service does, SUPERAPP',
    'it is a message in the app',
    eachMessage((message) =>
      goesTo(message, 'SUPERAPP') ? { ...message, sendType: ['SUPERAPP', 'WEBSITE'] } : message,
    ),
  ],
  [
    'Template rules, 1',
    'a variable without a value is empty',
    eachData((data) => ({ ...data, paramValueJson: { text: '', ...values(data) } })),
  ],
  [
    'Template rules, 2',
    'it does not fill in the values',
    eachData((data) => ('text' in values(data) ? { ...data, paramValueJson: { text: '{{text}}' } } : data)),
  ],
  [
    'Template rules, 3',
    'it takes the values of one channel for all',
    eachData((data) => {
      const { SMS, ...others } = values(data);
      const all = { MAIL: { name: '', remark: '', ...asObject(SMS) }, ...others, SMS };
      return SMS === undefined ? data : { ...data, paramValueJson: all };
    }),
  ],
  [
    'Message send response',
    'timestamp is in seconds',
    messageAnswer((body) => ({ ...body, timestamp: Math.round(Date.now() / 1000) })),
  ],
  [
    'Message send response',
    'errorList is empty, not null',
    sentData((data) => ({ errorList: [], ...drop('errorList')(data) })),
  ],
  ['Message send response', 'there is no message', messageAnswer(drop('message'))],
  [
    'Message send response, errorList entry',
    'its fields have other names',
    sentData((data) => ({
      ...data,
      errorList: problemsIn(data).map(({ receiverKey, exceptionMessage }) => ({
        receiverKey,
        message: exceptionMessage,
      })),
    })),
  ],
  [
    'Message send response, receiverKey',
    'it lists accounts alone',
    sentData((data) => ({
      ...data,
      errorList: problemsIn(data).filter(({ receiverKey }) => receiverKey !== 'no-number'),
    })),
  ],
  ['Endpoint 1, rule 1', 'it answers no id', sentData((data, sent) => (sent.sendId ? data : { ...data, sendId: '' }))],
  [
    'Endpoint 1, rule 1',
    'it makes one id for all',
    sentData((data, sent) => (sent.sendId ? data : { ...data, sendId: 'one' })),
  ],
  ['Endpoint 1, rule 1', 'it refuses an empty id', eachMessage(swap('sendId', '', 7))],
  ['Endpoint 1, rule 2', 'the code is another', messageAnswer((body) => swap('code', 500, -1)(body))],
  [
    'Endpoint 1, rule 2',
    'it does not name the channel',
    messageAnswer((body) => (body.code === 500 ? { ...body, message: 'wrong' } : body)),
  ],
  [
    'Endpoint 1, rule 2',
    'it sends on the channels that are defined',
    eachMessage((message) =>
      Array.isArray(message.sendType) && message.sendType.includes('WEBSITE')
        ? { ...message, sendType: ['WEBSITE'] }
        : message,
    ),
  ],
  [
    'Endpoint 1, rule 3',
    'it lists the first alone',
    sentData((data) => ({ ...data, errorList: problemsIn(data).slice(0, 1) })),
  ],
  [
    'Endpoint 1, rule 3',
    'the call fails',
    messageAnswer((body) => (isObject(body.data) && body.data.errorList ? { ...body, code: 500 } : body)),
  ],
  ['Endpoint 1, rule 3', 'it says nothing of them', sentData((data) => ({ ...data, errorList: null }))],
  [
    'Endpoint 1, rule 4',
    'somebody else gets it too',
    eachMessage((message) => (message.toPhones && message.toEmails ? { ...message, toPersons: 'chen' } : message)),
  ],
  ['Errors, message send 0', 'it says nothing', messageAnswer((body) => ({ ...body, message: '' }))],
  ['Errors, message send 0', 'success is 200', messageAnswer((body) => swap('code', 0, 200)(body))],
  [
    'Errors, message send 500',
    'data is an object',
    messageAnswer((body) => (body.code === 500 ? { ...body, data: {} } : body)),
  ],
  [
    'Errors, message send 500',
    'the message went out on another channel',
    {
      async called(call) {
        const isRefused = call.body.includes('"sendType":["SMS"]');
        const answer = await call.forward({ body: call.body.replace('"sendType":["SMS"]', '"sendType":["SUPERAPP"]') });
        const body = JSON.stringify({ timestamp: Date.now(), code: 500, message: 'SMS', data: null });
        return isRefused ? { ...answer, body } : answer;
      },
    },
  ],
];
