/** Events, Task-status callback: when the center asks, and what it does with each answer. */

import { answer, lastQuestion, registered, stateOf, TIME } from '../calls/status-calls.ts';
import { Center } from '../center.ts';
import { expect, until } from '../expect.ts';
import { idsIn, type RightAnswer } from '../listener.ts';
import { byHand, type Rule } from './rule.ts';

const DAY = 86_400_000;

export const taskStatusRules: readonly Rule[] = [
  byHand('Task-status callback, trigger 1', 'a task that is opened after N hours is asked about', {
    make: (center) => center.openOne(),
    look: (taskId, { ACCOUNT }) =>
      `${registered}, ${ACCOUNT} opens ${taskId} after N hours: a question about it comes.`,
    async see(access, taskId, { variables: { ACCOUNT } }) {
      expect((await access.open(taskId, ACCOUNT)).asked).toBeUndefined();
      access.advanceClock(2 * DAY);
      expect((await access.open(taskId, ACCOUNT)).asked).toMatchObject({
        trigger: 'open',
        taskIds: [taskId],
        problems: [],
      });
      access.advanceClock(-2 * DAY);
    },
  }),

  byHand('Task-status callback, trigger 2', 'at 23:00:00 a run asks about all open tasks', {
    make: (center) => center.open({}, {}),
    look: (ids) => `${registered}, one question about ${ids.join(' and ')} comes at 23:00:00.`,
    async see(ours) {
      await using opened = await ours.another({ timeZone: 'UTC' });
      const taskId = await new Center(opened.variables).openOne();
      const { access } = opened;
      const left = DAY - ((access.now() - 23 * 3_600_000) % DAY);
      if (left > 60_000) access.advanceClock(left - 30_000);
      expect(access.statusRuns).toEqual([]);
      access.advanceClock(60_000);
      await until(() => expect(access.statusRuns).toMatchObject([{ trigger: 'nightly', taskIds: [taskId] }]));
    },
  }),

  byHand('Task-status callback, request', 'it holds taskIds, a list of strings, with every open task', {
    make: (center) => center.open({}, {}, {}),
    look: (ids) => `${registered}, the question of the night holds ${ids.join(', ')} in one call.`,
    async see(access, ids) {
      await access.runNightly();
      const question = lastQuestion(access);
      expect(question?.method).toBe('POST');
      expect(idsIn(question?.body)).toEqual(expect.arrayContaining(ids));
    },
  }),

  byHand('Task-status callback, response', 'there is one entry for each id, in the order of the ids', {
    make: (center) => center.open({}, {}),
    look: (ids) => `${registered}, answer ${ids[0]} TERMINATED and ${ids[1]} IN_PROGRESS: only the second is pending.`,
    async see(access, [first = '', second = ''], center) {
      access.system.say(first, 'TERMINATED', { handleTime: TIME, handler: 'bo' });
      await access.runNightly();
      expect(idsIn(lastQuestion(access)?.body)).toEqual(expect.arrayContaining([first, second]));
      expect([stateOf(access, center, first), stateOf(access, center, second)]).toEqual(['not pending', 'pending']);
    },
  }),

  byHand('Task-status callback, response form', 'code is 0, message a text, data a list with an entry for each id', {
    make: (center) => center.openOne(),
    look: (taskId) =>
      `${registered}, answer TERMINATED for ${taskId} with code 500, or with an entry too many: it stays pending.`,
    async see(access, taskId, center) {
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
  }),

  byHand('Task-status callback, states', 'there are six, and an answer with any other changes nothing', {
    make: (center) => center.openOne(),
    look: (taskId) => `${registered}, answer DONE for ${taskId}: it stays pending.`,
    async see(access, taskId, center) {
      for (const state of ['DONE', 'finish', '']) {
        expect(await answer(access, taskId, state, { handleTime: TIME, handler: 'bo', status: 'end' })).toHaveLength(1);
        expect(stateOf(access, center, taskId)).toBe('pending');
      }
    },
  }),

  byHand('Task-status callback, IN_PROGRESS', 'taskData is empty, and the task stays', {
    make: (center) => center.openOne(),
    look: (taskId) => `${registered}, answer IN_PROGRESS for ${taskId}: it is pending as before.`,
    async see(access, taskId, center) {
      expect(await answer(access, taskId, 'IN_PROGRESS', {})).toEqual([]);
      expect(await answer(access, taskId, 'IN_PROGRESS', { handleTime: TIME })).toHaveLength(1);
      expect(stateOf(access, center, taskId)).toBe('pending');
    },
  }),

  byHand('Task-status callback, FINISH', 'the task is handled as by a report: next is created, end concludes', {
    async make(center) {
      return { ids: await center.open({}, {}), next: center.newId('next') };
    },
    look: ({ ids, next }) => `${registered}, answer FINISH next with ${next} for ${ids[0]}, FINISH end for ${ids[1]}.`,
    async see(access, { ids: [one = '', other = ''], next }, center) {
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
  }),

  byHand('Task-status callback, TERMINATED and RECALL', 'the task is no longer pending', {
    make: (center) => center.open({}, {}),
    look: (ids) => `${registered}, answer TERMINATED for ${ids[0]} and RECALL for ${ids[1]}: both leave the list.`,
    async see(access, [one = '', other = ''], center) {
      expect(await answer(access, one, 'TERMINATED', { handleTime: TIME, handler: 'bo' })).toEqual([]);
      expect(await answer(access, other, 'RECALL', { handleTime: TIME, handler: 'bo' })).toEqual([]);
      expect([stateOf(access, center, one), stateOf(access, center, other)]).toEqual(['not pending', 'not pending']);
    },
  }),

  byHand('Task-status callback, TURN', 'the task leaves the list of who gave it away', {
    make: (center) => center.openOne(),
    look: (taskId, { SECOND_ACCOUNT }) =>
      `${registered}, answer TURN to ${SECOND_ACCOUNT} for ${taskId}: it leaves the list.`,
    async see(access, taskId, center) {
      const turnHandler = center.variables.SECOND_ACCOUNT;
      expect(await answer(access, taskId, 'TURN', { handleTime: TIME, handler: 'bo', turnHandler })).toEqual([]);
      expect(stateOf(access, center, taskId)).toBe('not pending');
    },
  }),

  byHand('Task-status callback, SUSPENDED', 'the task is marked, or out of the list', {
    make: (center) => center.openOne(),
    look: (taskId) => `${registered}, answer SUSPENDED for ${taskId}: it is marked, or out of the list.`,
    async see(access, taskId, center) {
      expect(await answer(access, taskId, 'SUSPENDED', { handleTime: TIME, handler: 'bo', endTime: TIME })).toEqual([]);
      expect(['suspended', 'not pending']).toContain(stateOf(access, center, taskId));
    },
  }),
];
