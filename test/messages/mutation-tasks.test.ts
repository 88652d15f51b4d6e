/** Breaks one rule of task handling at a time: the sandbox refuses each, or what people see shows it. */
import { describe, expect, it } from 'vitest';
import { at, type Break, inForm, inHeaders, observe } from './broken-client.ts';
import { catchMutations, type Mutation } from './catch-mutations.ts';
import { type Item, inItems, only, options, tell } from './task-story.ts';

const inPreviousAction = (change: (action: Item) => unknown): Break =>
  only('manager-1', (item) => ({ ...item, previousActions: (item.previousActions as Item[]).map(change) }));

const CALLS: readonly Mutation[] = [
  [
    'the wrong version in the path',
    at('taskHandle', (call) => ({ ...call, path: call.path.replace('v1', 'v2') })),
    '404 there is no /center/apis/ttc/v2/transaction/poa/taskHandle here',
  ],
  [
    'put instead of post',
    at('taskHandle', (call) => ({ ...call, method: 'PUT' })),
    '405 /center/apis/ttc/v1/transaction/poa/taskHandle takes POST',
  ],
  [
    'no Authorization',
    inHeaders('taskHandle', () => ({ authorization: undefined })),
    '401 the header Authorization is missing',
  ],
  [
    'the Bearer scheme',
    inHeaders('taskHandle', ({ authorization }) => ({ authorization: `Bearer ${authorization}` })),
    '401 the value of Authorization is the access token alone',
  ],
  [
    'a token with the scope of messages alone',
    inForm((form) => form.set('scope', 'messagecenter:v1:sendMessage')),
    '403 the access token lacks the scope ttc:v1:writeTransaction or ttc:v1:writeTtc',
  ],
  [
    'a body that says it is text',
    inHeaders('taskHandle', () => ({ 'content-type': 'text/plain' })),
    '415 the content type must be application/json',
  ],
  ['one item instead of a list', inItems(([item]) => item), '400 the body must be an array of items'],
  ['JSON within JSON', inItems((items) => JSON.stringify(items)), '400 the body must be an array of items'],
  ['a list within the list', inItems((items) => [items]), '400 item is invalid: must be an object'],
  ['every item twice', inItems((items) => [...items, ...items]), '2005 this task has been finished'],
];

const ITEMS: readonly Mutation[] = [
  [
    'appId under another name',
    inItems((items) => items.map(({ appId, ...rest }) => ({ ...rest, applicationId: appId }))),
    '400 appId is null; applicationId is invalid: the interface has no such field',
  ],
  [
    'the client id as appId',
    only('start', (item) => ({ ...item, appId: 'approvals-client' })),
    '500 application approvals-client is not registered for this client',
  ],
  [
    'a person who has not the task',
    only('manager-1', (item) => ({ ...item, handler: 'dara' })),
    '500 dara is not a handler of this task',
  ],
  [
    'a name instead of an account',
    only('manager-1', (item) => ({ ...item, handler: 'Bo Lindqvist' })),
    '500 Bo Lindqvist is not a handler of this task',
  ],
  ['no handler', only('legal', (item) => ({ ...item, handler: '' })), '400 handler is null'],
  [
    'a status in capitals',
    only('legal', (item) => ({ ...item, status: 'NONE' })),
    '400 status is invalid: must be one of next, none, end',
  ],
  [
    'another word for the end',
    only('finance', (item) => ({ ...item, status: 'finish' })),
    '400 status is invalid: must be one of next, none, end',
  ],
  [
    'taskId for previousTaskId',
    only('legal', ({ previousTaskId, ...rest }) => ({ ...rest, taskId: previousTaskId })),
    '400 previousTaskId is null; taskId is invalid: the interface has no such field',
  ],
  [
    'a task the center does not know',
    only('legal', (item) => ({ ...item, previousTaskId: 'Legal' })),
    '2004 this task is not exist',
  ],
  [
    'a task that was handled before',
    only('legal', (item) => ({ ...item, previousTaskId: 'manager-1' })),
    '2005 this task has been finished',
  ],
  ['none at the end', only('finance', (item) => ({ ...item, status: 'none' })), 'shown'],
  ['end where a branch waits', only('legal', (item) => ({ ...item, status: 'end' })), 'shown'],
  [
    'an ISO time',
    only('manager-1', (item) => ({ ...item, handleTime: '2025-06-01T08:59:00+08:00' })),
    '400 handleTime is invalid: must be a time of the form yyyy-MM-dd HH:mm:ss',
  ],
  [
    'epoch milliseconds',
    only('manager-1', (item) => ({ ...item, handleTime: 1_748_739_540_000 })),
    '400 handleTime is invalid: must be a time of the form yyyy-MM-dd HH:mm:ss',
  ],
  ['the time of another zone', only('manager-1', (item) => ({ ...item, handleTime: '2025-06-01 00:59:00' })), 'shown'],
  ['the opinion forgotten', only('manager-1', ({ handleOpinions: _words, ...rest }) => rest), 'shown'],
  [
    'opinions for handleOpinions',
    only('manager-1', ({ handleOpinions, ...rest }) => ({ ...rest, opinions: handleOpinions })),
    '400 opinions is invalid: the interface has no such field',
  ],
  ['no next though status is next', only('manager-1', ({ next: _next, ...rest }) => rest), '400 next is null'],
  ['an empty next', only('manager-1', (item) => ({ ...item, next: [] })), '400 next is null: it has no task'],
  [
    'next without its list',
    only('start', (item) => ({ ...item, next: (item.next as Item[])[0] })),
    '400 next is invalid: must be an array',
  ],
  [
    'one of two parallel tasks forgotten',
    only('manager-1', (item) => ({ ...item, next: (item.next as Item[]).slice(1) })),
    '2004 this task is not exist',
  ],
  [
    'previousActions without a list',
    only('manager-1', (item) => ({ ...item, previousActions: {} })),
    '400 previousActions is invalid: must be an array',
  ],
  [
    'times below zero',
    inPreviousAction((action) => ({ ...action, times: -1 })),
    '400 previousActions[0].times is invalid: must be an integer, not negative',
  ],
  ['times forgotten', inPreviousAction(({ times: _times, ...rest }) => rest), 'shown'],
];

describe('Task handling: nothing broken', () => {
  it('the story runs to its end, and only its start is unknown to the center', async () => {
    const { complaints, picture } = await observe(options(), tell);
    expect(complaints).toEqual(['2004 this task is not exist']);
    expect(picture).toMatchObject([{}, {}, {}, { transactions: [{ conclusions: [{ taskId: 'finance' }] }] }]);
  });

  it('breaks thirty rules at least', () => expect(CALLS.length + ITEMS.length).toBeGreaterThanOrEqual(30));
});

describe('Endpoint 2, the call: one rule broken at a time', () => catchMutations(options, tell, CALLS));
describe('Task handling request: one rule broken at a time', () => catchMutations(options, tell, ITEMS));
