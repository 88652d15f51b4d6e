import { expect } from 'vitest';
import type { SeenOf } from './seen-of.ts';

export const actionItemSeen: SeenOf = {
  async 'Previous-action item, times'(access, taskId: string, { variables: { ACCOUNT } }) {
    for (const action of ['Once', 'Always']) await access.press(taskId, { action, account: ACCOUNT });
    const task = access.handled(ACCOUNT).find((each) => each.taskId === taskId);
    expect(task?.buttons.map(({ name }) => name)).toEqual(['Always']);
  },
};
