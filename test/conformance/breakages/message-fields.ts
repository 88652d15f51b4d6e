import type { RawObject } from '../../support/inner/conformance.ts';
import {
  asObject,
  type Breakage,
  drop,
  eachData,
  eachMessage,
  fill,
  firstOf,
  goesTo,
  listOf,
  loosen,
  sentData,
  swap,
} from './breakage.ts';

const RECIPIENTS = ['toPersons', 'toDepts', 'toGroups', 'toPhones', 'toEmails'];
const DATA = { title: 'Conformance', paramValueJson: { text: 'a test' } };
const values = (data: RawObject): RawObject => asObject(data.paramValueJson);

/** The fields of a message and of its data. */
export const MESSAGE_FIELDS: readonly Breakage[] = [
  ['Message send request, types', 'it takes a number as id', eachMessage(loosen('sendId'))],
  ['Message send request, types', 'it takes a list of accounts', eachMessage(loosen('toPersons'))],
  [
    'Message send request, types',
    'it takes one channel for a list',
    eachMessage(swap('sendType', 'WEBSITE', ['WEBSITE'])),
  ],
  ['Message send request, types', 'it takes "yes" for true', eachMessage(swap('promise', 'yes', true))],
  ['Message send request, appId', 'it does not need it', eachMessage(fill('appId', 'approvals'))],
  ['Message send request, messageTypeCode', 'it does not need it', eachMessage(fill('messageTypeCode', 'NOTICE'))],
  ['Message send request, sendId', 'it answers an id of its own', sentData((data) => ({ ...data, sendId: 'own' }))],
  [
    'Message send request, sendTime',
    'it sends at once',
    eachMessage((message) =>
      /^\d{4}-\d\d-\d\d /.test(String(message.sendTime)) ? drop('sendTime')(message) : message,
    ),
  ],
  ['Message send request, sendTime', 'without one it waits', eachMessage(fill('sendTime', '2099-01-01 00:00:00'))],
  [
    'Message send request, sendTime',
    'it takes the time of ISO 8601',
    eachMessage(swap('sendTime', '2025-06-01T10:00:00Z', '2025-06-01 10:00:00')),
  ],
  [
    'Message send request, sendType',
    'without one it takes WEBSITE alone',
    eachMessage((message) => (listOf(message.sendType).length === 0 ? { ...message, sendType: ['WEBSITE'] } : message)),
  ],
  ['Message send request, promise', 'it is true without one', eachMessage(fill('promise', true))],
  ['Message send request, importantIdentity', 'it is true without one', eachMessage(fill('importantIdentity', true))],
  ['Message send request, importantIdentity', 'it marks nothing', eachMessage(drop('importantIdentity'))],
  [
    'Message send request, toPersons',
    'a semicolon separates accounts too',
    eachMessage((message) => ({ ...message, toPersons: String(message.toPersons).replace(';', ',') })),
  ],
  ['Message send request, toPersons', 'the first account gets it alone', eachMessage(firstOf('toPersons'))],
  [
    'Message send request, toDepts',
    'another department gets it',
    eachMessage(swap('toDepts', 'd-sales', 'd-accounts')),
  ],
  ['Message send request, toGroups', 'another group gets it', eachMessage(swap('toGroups', 'managers', 'finance'))],
  ['Message send request, toPhones', 'the first number gets it alone', eachMessage(firstOf('toPhones'))],
  [
    'Message send request, toPhones',
    'it says that a number was reached by mail',
    eachMessage((message) =>
      goesTo(message, 'MAIL') && message.toPhones ? { ...drop('toPhones')(message), toPersons: 'bo' } : message,
    ),
  ],
  ['Message send request, toEmails', 'the first address gets it alone', eachMessage(firstOf('toEmails'))],
  [
    'Message send request, toEmails',
    'it says that an address was reached by SMS',
    eachMessage((message) =>
      goesTo(message, 'SMS') && message.toEmails ? { ...drop('toEmails')(message), toPersons: 'bo' } : message,
    ),
  ],
  ['Message send request, excludeUser', 'all get it', eachMessage(drop('excludeUser'))],
  ['Message send request, excludeUser', 'the first does not get it alone', eachMessage(firstOf('excludeUser'))],
  ['Message send request, signOff', 'it is lost', eachMessage(drop('signOff'))],
  ['Message send request, data', 'it does not need it', eachMessage(fill('data', DATA))],
  [
    'Message send request, recipient rule',
    'without anybody it takes the message',
    eachMessage((message) => (RECIPIENTS.some((field) => message[field]) ? message : { ...message, toPersons: 'bo' })),
  ],
  ['data, types', 'it takes a number as title', eachData(loosen('title'))],
  ['data, types', 'it takes a number as link', eachData(loosen('url'))],
  ['data, title', 'it does not need it', eachData(fill('title', 'Untitled'))],
  ['data, paramValueJson', 'it does not need it', eachData(fill('paramValueJson', { text: 'a test' }))],
  [
    'data, paramValueJson',
    'it refuses an empty object',
    eachData((data) => (Object.keys(values(data)).length === 0 ? drop('paramValueJson')(data) : data)),
  ],
  ['data, handleKey', 'it is lost', eachData(drop('handleKey'))],
  [
    'data, handleKey',
    'without one there is none',
    {
      shows: (access) => ({
        messages: (account, side) =>
          access
            .messages(account, side)
            .map((each) => ({ ...each, handleKey: each.handleKey === 'open-page-7' ? 'open-page-7' : '' })),
      }),
    },
  ],
  [
    'data, coverImageUrl and filesUrl',
    'it takes the files for one',
    eachData((data) => (data.filesUrl ? { ...data, filesUrl: String(data.filesUrl).replace(',', ';') } : data)),
  ],
  [
    'data, url and mobileUrl',
    'it takes one for the other',
    eachData(({ url, mobileUrl, ...data }) => ({ ...data, url: mobileUrl, mobileUrl: url })),
  ],
];
