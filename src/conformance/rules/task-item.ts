/** Resources: the fields of a task handling item. */

import { TASK_PATH } from '../center.ts';
import { expect } from '../expect.ts';
import { byHand, type Rule, rule } from './rule.ts';
import { ACTION, expectRequired, isNull, reportWrong } from './task-calls.ts';

export const taskItemRules: readonly Rule[] = [
  rule('Task handling request, array', 'the body is a JSON array of items, also of one', async (center) => {
    const item = center.item(await center.openOne(), 'end');
    for (const body of [item, { items: [item] }]) {
      expect((await center.call(TASK_PATH, body)).body).not.toMatchObject({ code: 0 });
    }
    expect(await center.tryTask(String(item.previousTaskId))).toBe('open');
    expect((await center.call(TASK_PATH, [item])).body).toMatchObject({ code: 0 });
  }),

  rule('Task handling request, types', 'a value of another type fails with 400', async (center) => {
    const texts = ['appId', 'handler', 'status', 'previousTaskId', 'handleOpinions', 'handleStatus', 'handlerName'];
    const wrong = [...texts.map((field) => ({ [field]: 7 })), { handleTime: 7 }, { previousActions: {} }];
    for (const changes of [...wrong, { previousActions: ['Go'] }, { status: 'next', next: {} }]) {
      expect(await reportWrong(center, changes)).toEqual([expect.objectContaining({ code: 400 })]);
    }
  }),

  rule('Task handling request, appId', 'it is required', (center) =>
    expectRequired('appId', (changes) => reportWrong(center, changes)),
  ),

  rule('Task handling request, handler', 'it is required, and must be a handler of the task', async (center) => {
    await expectRequired('handler', (changes) => reportWrong(center, changes));
    const { SECOND_ACCOUNT } = center.variables;
    const taskId = await center.openOne();
    const errors = await center.report(center.item(taskId, 'end', { handler: SECOND_ACCOUNT }));
    expect(errors).toEqual([expect.objectContaining({ taskId })]);
    expect(await center.tryTask(taskId)).toBe('open');
  }),

  rule('Task handling request, status', 'it is required, and one of next, none and end', async (center) => {
    await expectRequired('status', (changes) => reportWrong(center, changes));
    expect(await reportWrong(center, { status: 'done' })).toEqual([expect.objectContaining({ code: 400 })]);
  }),

  rule('Task handling request, previousTaskId', 'it is required', (center) =>
    expectRequired('previousTaskId', (changes) => center.report(center.item('', 'none', changes))),
  ),

  byHand('Task handling request, handleOpinions and handleStatus', 'they are optional, and shown', {
    async make(center) {
      const [bare = '', told = ''] = await center.open({}, {});
      expect(await center.report(center.item(bare, 'end'))).toEqual([]);
      const words = { handleOpinions: 'well done', handleStatus: 'Approved' };
      expect(await center.report(center.item(told, 'end', words))).toEqual([]);
      return told;
    },
    look: (taskId, { ACCOUNT }) =>
      `In the record of ${taskId}, ${ACCOUNT} has "Approved", with the opinion "well done".`,
  }),

  byHand('Task handling request, handleTime', 'it is yyyy-MM-dd HH:mm:ss, and of an end the conclusion time', {
    async make(center) {
      for (const handleTime of ['2025-06-01T10:00:00Z', '2025-06-31 10:00:00', '10:00']) {
        expect(await reportWrong(center, { handleTime }), handleTime).toEqual([expect.objectContaining({ code: 400 })]);
      }
      const taskId = await center.openOne();
      expect(await center.report(center.item(taskId, 'end', { handleTime: '2025-06-01 10:00:00' }))).toEqual([]);
      return taskId;
    },
    look: (taskId, { INITIATOR }) =>
      `In the initiated list of ${INITIATOR} the transaction of ${taskId} was concluded at 2025-06-01 10:00:00.`,
  }),

  byHand('Task handling request, handlerName', 'it is shown instead of the real name', {
    async make(center) {
      const taskId = await center.openOne();
      expect(await center.report(center.item(taskId, 'none', { handlerName: 'The committee' }))).toEqual([]);
      return taskId;
    },
    look: (taskId) => `In the record of ${taskId} it was handled by "The committee".`,
  }),

  rule('Task handling request, next', 'it is required with status next, and ignored otherwise', async (center) => {
    for (const next of [undefined, null, []]) {
      expect(await reportWrong(center, { status: 'next', next })).toEqual([isNull('next')]);
    }
    for (const status of ['none', 'end']) {
      const ignored = center.newId('ignored');
      const item = center.item(await center.openOne(), status, { next: [center.next(ignored)] });
      expect(await center.report(item)).toEqual([]);
      expect(await center.tryTask(ignored)).toBe('unknown');
    }
  }),

  byHand('Task handling request, previousActions', 'they are buttons of the task that was just handled', {
    async make(center) {
      const [one = '', other = ''] = await center.open({}, {});
      const takeBack = {
        ...ACTION,
        name: 'Take back',
        type: 'HANDLEDR',
        optType: '0',
        url: center.variables.BUTTON_URL,
      };
      const previousActions = [takeBack];
      const next = [center.next(center.newId('next'))];
      expect(await center.report(center.item(one, 'next', { next, previousActions }))).toEqual([]);
      expect(await center.report(center.item(other, 'end', { previousActions }))).toEqual([]);
      return [one, other];
    },
    look: (ids, { ACCOUNT }) => `In the handled list of ${ACCOUNT}, ${ids.join(' and ')} have a button "Take back".`,
  }),
];
