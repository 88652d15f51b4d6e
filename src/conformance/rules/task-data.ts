/** Events, Task-status callback: the fields of taskData. */

import { answer, registered, stateOf, TIME } from '../calls/status-calls.ts';
import type { RawObject } from '../center.ts';
import type { RuleId } from '../checklist.ts';
import { expect } from '../expect.ts';
import { byHand, type Rule } from './rule.ts';

const RIGHT: RawObject = { handleTime: TIME, handler: 'bo', endTime: TIME, turnHandler: 'chen', status: 'none' };

/** A field of the answer, the state that needs it, and values that it must not have. */
interface NeededField {
  readonly field: string;
  readonly taskStatus: string;
  readonly wrong?: readonly unknown[];
}

/** An answer that lacks a field does not change the task. */
function needed(id: RuleId, behaviour: string, { field, taskStatus, wrong = [undefined, null] }: NeededField): Rule {
  return byHand(id, behaviour, {
    make: (center) => center.openOne(),
    look: (taskId) => `${registered}, answer ${taskStatus} without ${field} for ${taskId}: it stays pending.`,
    async see(access, taskId, center) {
      const fields: Readonly<Record<string, string>> = { SUSPENDED: 'endTime', TURN: 'turnHandler', FINISH: 'status' };
      const own = ['handleTime', 'handler', fields[taskStatus] ?? ''];
      const taskData = Object.fromEntries(Object.entries(RIGHT).filter(([name]) => own.includes(name)));
      for (const value of wrong) {
        expect(await answer(access, taskId, taskStatus, { ...taskData, [field]: value })).toHaveLength(1);
        expect(stateOf(access, center, taskId)).toBe('pending');
      }
    },
  });
}

const task = { appId: 'approvals', nodeId: 'n', nodeName: 'N', handlers: 'bo', transTypeCode: 't' };
const wrongTasks = ['appId', 'nodeId', 'nodeName', 'handlers'].map((field) => [{ ...task, [field]: undefined }]);
const wrongButton = [{ ...task, actions: [{ name: 'Go', type: 'HANDLE', url: 'https://h.example', optType: 0 }] }];

export const taskDataRules: readonly Rule[] = [
  needed('taskData, handleTime', 'it is required, and yyyy-MM-dd HH:mm:ss or yy-MM-dd hh:mm:ss', {
    ...{ field: 'handleTime', taskStatus: 'TERMINATED' },
    wrong: [undefined, null, '10:00'],
  }),
  needed('taskData, handler', 'it is required', { field: 'handler', taskStatus: 'TERMINATED' }),
  needed('taskData, endTime', 'it is required when SUSPENDED', { field: 'endTime', taskStatus: 'SUSPENDED' }),
  needed('taskData, turnHandler', 'it is required when TURN', { field: 'turnHandler', taskStatus: 'TURN' }),
  needed('taskData, status', 'it is required when FINISH, and next, none or end', {
    ...{ field: 'status', taskStatus: 'FINISH' },
    wrong: [undefined, null, 'done'],
  }),
  needed('taskData, next', 'its tasks have appId, nodeId, nodeName and somebody; their api buttons a method', {
    ...{ field: 'next', taskStatus: 'FINISH' },
    wrong: [...wrongTasks, wrongButton],
  }),

  byHand('taskData, handleOpinions', 'it is optional, and part of the record', {
    make: (center) => center.open({}, {}),
    look: (ids) => `${registered}, answer FINISH end for ${ids.join(' and ')}, the first with an opinion: it is shown.`,
    async see(access, [told = '', bare = '']) {
      const taskData = { handleTime: TIME, handler: 'bo', status: 'end' };
      expect(await answer(access, told, 'FINISH', { ...taskData, handleOpinions: 'well done' })).toEqual([]);
      expect(await answer(access, bare, 'FINISH', taskData)).toEqual([]);
      expect(access.recordsOf(told)).toMatchObject([{ handler: 'bo', handleOpinions: 'well done', time: TIME }]);
      expect(access.recordsOf(bare)).toEqual([expect.not.objectContaining({ handleOpinions: expect.anything() })]);
    },
  }),

  byHand('taskData, next fields', 'its tasks may have every field of the table, and are created with it', {
    async make(center) {
      return { taskId: await center.openOne(), next: center.newId('next') };
    },
    look: ({ taskId, next }) =>
      `${registered}, answer FINISH next for ${taskId}, with every field in ${next}: it is created.`,
    async see(access, { taskId, next }, center) {
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
  }),
];
