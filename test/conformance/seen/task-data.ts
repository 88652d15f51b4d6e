import { expect } from 'vitest';
import { answer, stateOf, TIME } from './calls.ts';
import type { SeenOf } from './seen-of.ts';

const RIGHT = { handleTime: TIME, handler: 'bo', endTime: TIME, turnHandler: 'chen', status: 'none' };

/** An answer with a wrong value of the field, or without it, does not change the task. */
function refused(
  field: string,
  taskStatus: string,
  wrong: readonly unknown[] = [undefined, null],
): NonNullable<SeenOf['taskData, handler']> {
  return async (access, taskId: string, center) => {
    const fields: Readonly<Record<string, string>> = { SUSPENDED: 'endTime', TURN: 'turnHandler', FINISH: 'status' };
    const own = ['handleTime', 'handler', fields[taskStatus] ?? ''];
    const taskData = Object.fromEntries(Object.entries(RIGHT).filter(([name]) => own.includes(name)));
    for (const value of wrong) {
      expect(await answer(access, taskId, taskStatus, { ...taskData, [field]: value })).toHaveLength(1);
      expect(stateOf(access, center, taskId)).toBe('pending');
    }
  };
}

const task = { appId: 'approvals', nodeId: 'n', nodeName: 'N', handlers: 'bo', transTypeCode: 't' };
const wrongTasks = ['appId', 'nodeId', 'nodeName', 'handlers'].map((field) => [{ ...task, [field]: undefined }]);
const wrongButton = [{ ...task, actions: [{ name: 'Go', type: 'HANDLE', url: 'https://h.example', optType: 0 }] }];

export const taskDataSeen: SeenOf = {
  'taskData, handleTime': refused('handleTime', 'TERMINATED', [undefined, null, '10:00']),
  'taskData, handler': refused('handler', 'TERMINATED'),
  'taskData, endTime': refused('endTime', 'SUSPENDED'),
  'taskData, turnHandler': refused('turnHandler', 'TURN'),
  'taskData, status': refused('status', 'FINISH', [undefined, null, 'done']),
  'taskData, next': refused('next', 'FINISH', [...wrongTasks, wrongButton]),

  async 'taskData, handleOpinions'(access, [told = '', bare = '']: string[]) {
    const taskData = { handleTime: TIME, handler: 'bo', status: 'end' };
    expect(await answer(access, told, 'FINISH', { ...taskData, handleOpinions: 'well done' })).toEqual([]);
    expect(await answer(access, bare, 'FINISH', taskData)).toEqual([]);
    expect(access.recordsOf(told)).toMatchObject([{ handler: 'bo', handleOpinions: 'well done', time: TIME }]);
    expect(access.recordsOf(bare)).toEqual([expect.not.objectContaining({ handleOpinions: expect.anything() })]);
  },

  async 'taskData, next fields'(access, { taskId, next }: { taskId: string; next: string }, center) {
    const { ACCOUNT, SECOND_ACCOUNT, INITIATOR, BUTTON_URL } = center.variables;
    const page = 'https://host.example/page';
    const created = {
      ...{ ...task, taskId: next, taskName: 'Look at it', transTypeName: 'Tests', serialNumber: 'NO-7' },
      ...{ handlers: `${ACCOUNT},${SECOND_ACCOUNT}`, initiator: INITIATOR, canDelegate: 1, timeOut: 48 },
      ...{ handleUrl: page, viewUrl: page, mHandleUrl: page, mViewUrl: page },
      actions: [{ name: 'Go', type: 'HANDLE', url: BUTTON_URL, optType: 0, method: 'post' }],
    };
    const taskData = { handleTime: TIME, handler: ACCOUNT, status: 'next', next: [created] };
    expect(await answer(access, taskId, 'FINISH', taskData)).toEqual([]);
    for (const account of [ACCOUNT, SECOND_ACCOUNT]) {
      const found = access.pending(account).find((each) => each.taskId === next);
      expect(found).toMatchObject({ taskName: 'Look at it', buttons: [{ name: 'Go' }] });
    }
    expect(await access.open(next, ACCOUNT)).toMatchObject({ url: page });
  },
};
