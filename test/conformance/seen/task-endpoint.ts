import { expect } from 'vitest';
import type { SeenOf } from './seen-of.ts';

export const taskEndpointSeen: SeenOf = {
  'States and transitions, next'(
    access,
    { taskId, next }: { taskId: string; next: string[] },
    { variables: { ACCOUNT } },
  ) {
    expect(access.handled(ACCOUNT).map((each) => each.taskId)).toContain(taskId);
    const pending = access.pending(ACCOUNT).map((each) => each.taskId);
    expect(pending).toEqual(expect.arrayContaining(next));
    expect(pending).not.toContain(taskId);
  },

  'States and transitions, none'(access, taskId: string) {
    expect(access.recordsOf(taskId)).toMatchObject([{ status: 'none', handleOpinions: 'signed' }]);
    const transaction = access.transactions().find(({ taskIds }) => taskIds.includes(taskId));
    expect(transaction).toMatchObject({ taskIds: [taskId], conclusions: [] });
  },

  'States and transitions, end'(access, taskId: string, { variables: { INITIATOR } }) {
    const transaction = access.initiated(INITIATOR).find(({ tasks }) => tasks[0]?.taskId === taskId);
    expect(transaction?.concludedAt).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  },
};
