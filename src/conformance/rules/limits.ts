/** Limits: of summaries, and values without a limit. */

import { expect } from '../expect.ts';
import { byHand, type Rule } from './rule.ts';
import { ACTION, createWrong } from './task-calls.ts';

export const limitsRules: readonly Rule[] = [
  byHand('Limits, summaries', 'five entries of the form title|content are shown in their order, a sixth is refused', {
    async make(center) {
      const summary = ['one|1', 'two|2|more', 'three|', 'four|4', 'five|5'];
      for (const wrong of [[...summary, 'six|6'], ['no bar']]) {
        await createWrong(center, { taskSummary: wrong });
        await createWrong(center, { transSummary: wrong });
      }
      return center.openOne({ taskSummary: summary });
    },
    look: (taskId) => `${taskId} shows "one: 1", "two: 2|more", "three:", "four: 4", "five: 5", in this order.`,
  }),

  byHand('Limits, initiator view', 'the initiator sees the summary of the transaction, not that of the task', {
    make: (center) => center.openOne({ taskSummary: ['Task|t'], transSummary: ['Whole|w'] }),
    look: (taskId, { INITIATOR }) => `${INITIATOR} sees "Whole: w" at the transaction of ${taskId}.`,
  }),

  byHand('Limits, timeOut', 'a task without one never runs out', {
    make: (center) => center.openOne(),
    look: (taskId) => `${taskId} shows no time-out.`,
  }),

  byHand('Limits, times', 'a previous action without it, or with null, is executed without limit', {
    async make(center) {
      const taskId = await center.openOne();
      const button = { ...ACTION, type: 'HANDLEDR', optType: '0', url: center.variables.BUTTON_URL };
      const previousActions = [
        { ...button, name: 'Absent' },
        { ...button, name: 'Null', times: null },
      ];
      expect(await center.report(center.item(taskId, 'end', { previousActions }))).toEqual([]);
      return taskId;
    },
    look: (taskId, { ACCOUNT }) =>
      `In the handled list of ${ACCOUNT} press "Absent" and "Null" of ${taskId} as often as you like: both stay.`,
  }),
];
