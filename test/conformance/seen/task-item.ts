import { expect } from 'vitest';
import type { SeenOf } from './seen-of.ts';

export const taskItemSeen: SeenOf = {
  'Task handling request, handleOpinions and handleStatus'(access, taskId: string, center) {
    const task = access.handled(center.variables.ACCOUNT).find((each) => each.taskId === taskId);
    expect(access.recordsOf(taskId)).toMatchObject([{ handleOpinions: 'well done', handleStatus: 'Approved' }]);
    expect(task?.taskId).toBe(taskId);
  },

  'Task handling request, handleTime'(access, taskId: string, { variables }) {
    const transaction = access.initiated(variables.INITIATOR).find(({ tasks }) => tasks[0]?.taskId === taskId);
    expect(transaction?.concludedAt).toBe('2025-06-01 10:00:00');
  },

  'Task handling request, handlerName': (access, taskId: string) =>
    expect(access.recordsOf(taskId)).toMatchObject([{ handlerName: 'The committee' }]),

  'Task handling request, previousActions'(access, ids: string[], { variables }) {
    const tasks = access.handled(variables.ACCOUNT).filter(({ taskId }) => ids.includes(taskId));
    expect(tasks.map(({ buttons }) => buttons.map(({ name }) => name))).toEqual([['Take back'], ['Take back']]);
  },
};
