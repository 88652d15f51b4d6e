import { expect } from 'vitest';
import type { SeenOf } from './seen-of.ts';

export const limitsSeen: SeenOf = {
  'Limits, summaries'(access, taskId: string, { variables: { ACCOUNT } }) {
    const task = access.pending(ACCOUNT).find((each) => each.taskId === taskId);
    expect(task?.summary).toEqual(['one|1', 'two|2|more', 'three|', 'four|4', 'five|5']);
  },

  'Limits, initiator view'(access, taskId: string, { variables: { INITIATOR } }) {
    const transaction = access.initiated(INITIATOR).find(({ tasks }) => tasks[0]?.taskId === taskId);
    expect(transaction?.summary).toEqual(['Whole|w']);
  },

  'Limits, timeOut'(access, taskId: string, { variables: { ACCOUNT } }) {
    access.advanceClock(400 * 86_400_000);
    expect(access.pending(ACCOUNT).map((each) => each.taskId)).toContain(taskId);
    access.advanceClock(-400 * 86_400_000);
  },

  async 'Limits, times'(access, taskId: string, { variables: { ACCOUNT } }) {
    for (const action of ['Absent', 'Null', 'Absent', 'Null']) await access.press(taskId, { action, account: ACCOUNT });
    const task = access.handled(ACCOUNT).find((each) => each.taskId === taskId);
    expect(task?.buttons.map(({ name }) => name)).toEqual(['Absent', 'Null']);
  },
};
