import { expect, vi } from 'vitest';
import { Center } from '../../support/inner/conformance.ts';
import { idsIn, type RightAnswer } from '../listener.ts';
import { answer, lastQuestion, stateOf, TIME } from './calls.ts';
import type { SeenOf } from './seen-of.ts';

const DAY = 86_400_000;

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
};
