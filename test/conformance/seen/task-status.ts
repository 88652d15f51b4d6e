import { expect, vi } from 'vitest';
import { Center } from '../../support/inner/conformance.ts';
import { idsIn, type RightAnswer } from '../listener.ts';
import { answer, lastQuestion, stateOf, TIME } from './calls.ts';
import type { SeenOf } from './seen-of.ts';

const DAY = 86_400_000;

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

export const taskStatusSeen: SeenOf = {
  async 'Task-status callback, trigger 1'(access, taskId: string, { variables: { ACCOUNT } }) {
    expect((await access.open(taskId, ACCOUNT)).asked).toBeUndefined();
    access.advanceClock(2 * DAY);
    expect((await access.open(taskId, ACCOUNT)).asked).toMatchObject({
      trigger: 'open',
      taskIds: [taskId],
      problems: [],
    });
    access.advanceClock(-2 * DAY);
  },

  async 'Task-status callback, trigger 2'(ours) {
    await using opened = await ours.another({ timeZone: 'UTC' });
    const taskId = await new Center(opened.variables).openOne();
    const { access } = opened;
    const left = DAY - ((access.now() - 23 * 3_600_000) % DAY);
    if (left > 60_000) access.advanceClock(left - 30_000);
    expect(access.statusRuns).toEqual([]);
    access.advanceClock(60_000);
    await vi.waitFor(
      () => expect(access.statusRuns).toMatchObject([{ trigger: 'nightly', taskIds: [taskId] }]),
      10_000,
    );
  },

  async 'Task-status callback, request'(access, ids: string[]) {
    await access.runNightly();
    const question = lastQuestion(access);
    expect(question?.method).toBe('POST');
    expect(idsIn(question?.body)).toEqual(expect.arrayContaining(ids));
  },

  async 'Task-status callback, response'(access, [first = '', second = '']: string[], center) {
    access.system.say(first, 'TERMINATED', { handleTime: TIME, handler: 'bo' });
    await access.runNightly();
    expect(idsIn(lastQuestion(access)?.body)).toEqual(expect.arrayContaining([first, second]));
    expect([stateOf(access, center, first), stateOf(access, center, second)]).toEqual(['not pending', 'pending']);
  },

  async 'Task-status callback, response form'(access, taskId: string, center) {
    const wrong: readonly ((right: RightAnswer) => object)[] = [
      (right) => ({ ...right, code: 500 }),
      ({ message: _message, ...right }) => right,
      (right) => ({ ...right, data: null }),
      (right) => ({ ...right, data: [...right.data, ...right.data] }),
      (right) => ({ ...right, data: right.data.map((entry) => ({ ...entry, taskId: center.newId('another') })) }),
    ];
    for (const [index, change] of wrong.entries()) {
      access.system.answerQuestions(change);
      await answer(access, taskId, 'TERMINATED', { handleTime: TIME, handler: 'bo' });
      expect(stateOf(access, center, taskId), `answer ${index}`).toBe('pending');
    }
    access.system.answerQuestions(undefined);
    expect(await answer(access, taskId, 'TERMINATED', { handleTime: TIME, handler: 'bo' })).toEqual([]);
    expect(stateOf(access, center, taskId)).toBe('not pending');
  },

  async 'Task-status callback, states'(access, taskId: string, center) {
    for (const state of ['DONE', 'finish', '']) {
      expect(await answer(access, taskId, state, { handleTime: TIME, handler: 'bo', status: 'end' })).toHaveLength(1);
      expect(stateOf(access, center, taskId)).toBe('pending');
    }
  },

  async 'Task-status callback, IN_PROGRESS'(access, taskId: string, center) {
    expect(await answer(access, taskId, 'IN_PROGRESS', {})).toEqual([]);
    expect(await answer(access, taskId, 'IN_PROGRESS', { handleTime: TIME })).toHaveLength(1);
    expect(stateOf(access, center, taskId)).toBe('pending');
  },

  async 'Task-status callback, FINISH'(
    access,
    { ids: [one = '', other = ''], next }: { ids: string[]; next: string },
    center,
  ) {
    const { ACCOUNT, APP_ID, TRANS_TYPE_CODE } = center.variables;
    const task = {
      appId: APP_ID,
      taskId: next,
      nodeId: 'n',
      nodeName: 'N',
      handlers: ACCOUNT,
      transTypeCode: TRANS_TYPE_CODE,
    };
    const handled = { handleTime: TIME, handler: ACCOUNT };
    expect(await answer(access, one, 'FINISH', { ...handled, status: 'next', next: [task] })).toEqual([]);
    expect([stateOf(access, center, one), stateOf(access, center, next)]).toEqual(['not pending', 'pending']);
    expect(await answer(access, other, 'FINISH', { ...handled, status: 'end' })).toEqual([]);
    expect(access.transactions().find(({ taskIds }) => taskIds.includes(other))?.conclusions).toHaveLength(1);
  },

  async 'Task-status callback, TERMINATED and RECALL'(access, [one = '', other = '']: string[], center) {
    expect(await answer(access, one, 'TERMINATED', { handleTime: TIME, handler: 'bo' })).toEqual([]);
    expect(await answer(access, other, 'RECALL', { handleTime: TIME, handler: 'bo' })).toEqual([]);
    expect([stateOf(access, center, one), stateOf(access, center, other)]).toEqual(['not pending', 'not pending']);
  },

  async 'Task-status callback, TURN'(access, taskId: string, center) {
    const turnHandler = center.variables.SECOND_ACCOUNT;
    expect(await answer(access, taskId, 'TURN', { handleTime: TIME, handler: 'bo', turnHandler })).toEqual([]);
    expect(stateOf(access, center, taskId)).toBe('not pending');
  },

  async 'Task-status callback, SUSPENDED'(access, taskId: string, center) {
    expect(await answer(access, taskId, 'SUSPENDED', { handleTime: TIME, handler: 'bo', endTime: TIME })).toEqual([]);
    expect(['suspended', 'not pending']).toContain(stateOf(access, center, taskId));
  },

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
