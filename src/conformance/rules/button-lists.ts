/** Events, Button callback: what a batch is, and in which list which buttons are shown. */

import { button, openWith } from '../calls/button-calls.ts';
import { ACTION_TYPES } from '../calls/task-calls.ts';
import type { Center } from '../center.ts';
import { expect } from '../expect.ts';
import { byHand, type Rule } from './rule.ts';

const withEveryButton = (center: Center) =>
  openWith(center, ...ACTION_TYPES.map((type) => button(center, type, { type })));

export const buttonListsRules: readonly Rule[] = [
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
