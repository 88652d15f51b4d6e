/** Breaks one rule of next tasks at a time: the sandbox refuses each, or what people see shows it. */
import { describe, expect, it } from 'vitest';
import type { Break } from './broken-client.ts';
import { catchMutations, type Mutation } from './catch-mutations.ts';
import { type Item, inNext, options, tell } from './task-story.ts';

const inAction = (change: (action: Item) => unknown): Break =>
  inNext('start', (task) => ({ ...task, actions: (task.actions as Item[]).map(change) }));

const MUTATIONS: readonly Mutation[] = [
  ['no nodeId', inNext('start', ({ nodeId: _id, ...rest }) => rest), '400 next[0].nodeId is null'],
  ['no nodeName', inNext('start', ({ nodeName: _name, ...rest }) => rest), '400 next[0].nodeName is null'],
  [
    'no transTypeCode',
    inNext('start', ({ transTypeCode: _code, ...rest }) => rest),
    '400 next[0].transTypeCode is null',
  ],
  [
    'two names for one node',
    inNext('manager-1', (task) => ({ ...task, nodeId: 'office' })),
    '500 node office is named legal, not finance',
  ],
  [
    'nobody',
    inNext('start', ({ handlers: _who, ...rest }) => rest),
    '400 next[0].handlers is null: give handlers or handlingGroup',
  ],
  [
    'handlers as a list',
    inNext('start', (task) => ({ ...task, handlers: ['bo', 'chen'] })),
    '400 next[0].handlers is invalid: must be a string',
  ],
  [
    'handlers separated by semicolons',
    inNext('start', (task) => ({ ...task, handlers: 'bo;chen' })),
    '500 bo is not a handler of this task',
  ],
  [
    'handler for handlers',
    inNext('start', ({ handlers, ...rest }) => ({ ...rest, handler: handlers })),
    '400 next[0].handler is invalid: the interface has no such field',
  ],
  [
    'a group among the handlers',
    inNext('manager-1', ({ handlingGroup, ...rest }) => ({ ...rest, handlers: handlingGroup })),
    '500 emil is not a handler of this task',
  ],
  [
    'one taskId for two tasks',
    inNext('manager-1', (task) => ({ ...task, taskId: 'legal' })),
    '500 a task of this id exists already',
  ],
  ['the taskId forgotten', inNext('start', ({ taskId: _id, ...rest }) => rest), '2004 this task is not exist'],
  [
    'transactionName, rightly spelled',
    inNext('start', ({ transcationName, ...rest }) => ({ ...rest, transactionName: transcationName })),
    '400 next[0].transactionName is invalid: the interface has no such field',
  ],
  ['the initiator forgotten', inNext('start', ({ initiator: _who, ...rest }) => rest), 'shown'],
  [
    'canDelegate as a truth value',
    inNext('start', (task) => ({ ...task, canDelegate: true })),
    '400 next[0].canDelegate is invalid: must be 0 or 1',
  ],
  [
    'autoCreateTransType as a number',
    inNext('start', (task) => ({ ...task, autoCreateTransType: 1 })),
    '400 next[0].autoCreateTransType is invalid: must be true or false',
  ],
  [
    'timeOut as a text',
    inNext('start', (task) => ({ ...task, timeOut: '48' })),
    '400 next[0].timeOut is invalid: must be an integer, not negative',
  ],
  [
    'timeOut with half an hour',
    inNext('start', (task) => ({ ...task, timeOut: 48.5 })),
    '400 next[0].timeOut is invalid: must be an integer, not negative',
  ],
  [
    'six summaries',
    inNext('start', (task) => ({ ...task, taskSummary: Array.from('123456', (key) => `${key}|x`) })),
    '400 next[0].taskSummary is invalid: must have at most 5 entries',
  ],
  [
    'a summary with a colon',
    inNext('start', (task) => ({ ...task, transSummary: ['days: 3'] })),
    '400 next[0].transSummary[0] is invalid: must be of the form title|content',
  ],
  [
    'the summary as a text',
    inNext('start', (task) => ({ ...task, taskSummary: 'days|3' })),
    '400 next[0].taskSummary is invalid: must be an array',
  ],
  [
    'the links of the two sides exchanged',
    inNext('start', (task) => ({ ...task, handleUrl: task.mHandleUrl, mHandleUrl: task.handleUrl })),
    'shown',
  ],
  [
    'mobileHandleUrl for mHandleUrl',
    inNext('start', ({ mHandleUrl, ...rest }) => ({ ...rest, mobileHandleUrl: mHandleUrl })),
    '400 next[0].mobileHandleUrl is invalid: the interface has no such field',
  ],
  [
    'a button of an unknown type',
    inAction((action) => ({ ...action, type: 'APPROVE' })),
    '400 next[0].actions[0].type is invalid: must be one of HANDLE',
  ],
  ['a button of a type for another list', inAction((action) => ({ ...action, type: 'PROMOTER' })), 'shown'],
  ['a button without name', inAction(({ name: _name, ...rest }) => rest), '400 next[0].actions[0].name is null'],
  ['a button without url', inAction((action) => ({ ...action, url: '' })), '400 next[0].actions[0].url is null'],
  [
    'an api button without method',
    inAction(({ method: _method, ...rest }) => rest),
    '400 next[0].actions[0].method is null',
  ],
  [
    'a method in capitals',
    inAction((action) => ({ ...action, method: 'POST' })),
    '400 next[0].actions[0].method is invalid: must be one of get, post, put',
  ],
  [
    'optType by its name',
    inAction((action) => ({ ...action, optType: 'api' })),
    '400 next[0].actions[0].optType is invalid: must be 0 or 1',
  ],
  ['optType turned round', inAction((action) => ({ ...action, optType: 1 })), 'shown'],
  [
    'allowMerge as a truth value',
    inAction((action) => ({ ...action, allowMerge: true })),
    '400 next[0].actions[0].allowMerge is invalid: must be 0 or 1',
  ],
  [
    'times on an action',
    inAction((action) => ({ ...action, times: 1 })),
    '400 next[0].actions[0].times is invalid: the interface has no such field',
  ],
];

describe('Next-task item and action item: one rule broken at a time', () => {
  it('breaks thirty rules at least', () => expect(MUTATIONS.length).toBeGreaterThanOrEqual(30));

  catchMutations(options, tell, MUTATIONS);
});
