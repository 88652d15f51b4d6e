/** Events, Button callback: what the center calls when somebody presses, what a batch is, and which lists show which buttons. */
import type { Center, RawObject } from '../center.ts';
import { expect } from '../expect.ts';
import { byHand, type Rule } from './rule.ts';
import { ACTION_TYPES } from './task-calls.ts';

/** A button of the center that calls BUTTON_URL. */
export const button = ({ variables: { BUTTON_URL } }: Center, name: string, more: RawObject = {}): RawObject => ({
  name,
  type: 'HANDLE',
  url: `${BUTTON_URL}?button=${encodeURIComponent(name)}`,
  optType: 0,
  method: 'post',
  ...more,
});

export const openWith = (center: Center, ...actions: RawObject[]): Promise<string> => center.openOne({ actions });

const withEveryButton = (center: Center) =>
  openWith(center, ...ACTION_TYPES.map((type) => button(center, type, { type })));

export const buttonsRules: readonly Rule[] = [
  byHand('Button callback, call', 'an api button calls its url with its method', {
    make: (center) => openWith(center, ...['get', 'post', 'put'].map((method) => button(center, method, { method }))),
    look: (taskId, { ACCOUNT, BUTTON_URL }) =>
      `${ACCOUNT} presses get, post and put on ${taskId}: ${BUTTON_URL} is called by GET, POST and PUT.`,
  }),

  byHand('Button callback, parameters', 'they are nextNodeKey, opinions, accountName and time', {
    make: (center) => openWith(center, button(center, 'Go', { nextNodeKey: 'archive' })),
    look: (taskId, { ACCOUNT, TIME_ZONE }) =>
      `${ACCOUNT} presses "Go" on ${taskId} with the opinion "fine": the call has nextNodeKey archive, opinions fine, accountName ${ACCOUNT} and the time in ${TIME_ZONE}, as yyyy-MM-dd HH:mm:ss.`,
  }),

  byHand('Button callback, headers', 'they contain the token of the person, and a different uuid in each call', {
    make: (center) => openWith(center, button(center, 'Go')),
    look: (taskId, { ACCOUNT }) => `${ACCOUNT} presses "Go" on ${taskId} twice: the header uuid differs.`,
  }),

  byHand('Button callback, POST or PUT', 'the four parameters are in a JSON body', {
    make: (center) => openWith(center, button(center, 'post'), button(center, 'put', { method: 'put' })),
    look: (taskId, { ACCOUNT }) => `${ACCOUNT} presses post and put on ${taskId}: both calls have a JSON body.`,
  }),

  byHand('Button callback, GET', 'the parameters are in the query', {
    make: (center) => openWith(center, button(center, 'get', { method: 'get' })),
    look: (taskId, { ACCOUNT }) => `${ACCOUNT} presses get on ${taskId}: the parameters stand in the query.`,
  }),

  byHand('Button callback, body protection', 'nothing of the parameters can be read', {
    make: (center) => openWith(center, button(center, 'Go')),
    look: (taskId, { ACCOUNT }) =>
      `${ACCOUNT} presses "Go" on ${taskId}: see how the body is encrypted, and set callback.cipher (docs/security.md).`,
  }),

  byHand('Button callback, page', 'a page button opens its page, and nothing is called', {
    make: (center) => openWith(center, button(center, 'Look', { optType: 1 })),
    look: (taskId, { ACCOUNT, BUTTON_URL }) => `${ACCOUNT} presses "Look" on ${taskId}: the page ${BUTTON_URL} opens.`,
  }),

  byHand('Batch approval, loop', 'the interface of the single button is called once for each task', {
    make: (center) => {
      const actions = [button(center, 'Yes', { allowMerge: 1 })];
      return center.open({ actions }, { actions }, { actions });
    },
    look: (ids, { ACCOUNT }) => `${ACCOUNT} chooses ${ids.join(', ')} for a batch and presses "Yes": three calls come.`,
  }),

  byHand('Batch approval, allowMerge', 'only a task with a button of allowMerge 1 can be chosen', {
    make: (center) =>
      center.open(
        { actions: [button(center, 'Yes', { allowMerge: 1 }), button(center, 'No')] },
        { actions: [button(center, 'No', { allowMerge: 0 })] },
      ),
    look: ([yes, no], { ACCOUNT }) => `${ACCOUNT} can choose ${yes} for a batch, with "Yes" alone, and not ${no}.`,
  }),

  byHand('Batch approval, actions', 'a button added by previousActions is not available for a batch', {
    async make(center) {
      const taskId = await openWith(center, button(center, 'Yes', { allowMerge: 1 }));
      const previous = button(center, 'Again', { type: 'ALL', optType: '0', allowMerge: 1 });
      expect(await center.report(center.item(taskId, 'end', { previousActions: [previous] }))).toEqual([]);
      return taskId;
    },
    look: (taskId, { ACCOUNT }) => `"Again" of ${taskId} is in no batch of ${ACCOUNT}.`,
  }),

  byHand('Button visibility, pending', 'it shows HANDLE, HANG_UP, ACTIVE, CIRCULARIZE, TRANSFER, DEAL and ALL', {
    make: withEveryButton,
    look: (taskId, { ACCOUNT }) =>
      `In the pending list of ${ACCOUNT}, ${taskId} has HANDLE, HANG_UP, ACTIVE, CIRCULARIZE, TRANSFER, DEAL and ALL.`,
  }),

  byHand('Button visibility, handled', 'it shows HANDLEDR and ALL', {
    async make(center) {
      const taskId = await withEveryButton(center);
      expect(await center.report(center.item(taskId, 'end'))).toEqual([]);
      return taskId;
    },
    look: (taskId, { ACCOUNT }) => `In the handled list of ${ACCOUNT}, ${taskId} has HANDLEDR and ALL.`,
  }),

  byHand('Button visibility, initiated', 'it shows REVOKE, BREAK_UP, PROMOTER and ALL', {
    make: withEveryButton,
    look: (taskId, { INITIATOR }) =>
      `In the initiated list of ${INITIATOR}, the transaction of ${taskId} has REVOKE, BREAK_UP, PROMOTER and ALL.`,
  }),
];
