/** Endpoint 2: states and transitions, independent failures, the answer, its errors and its version. */

import { MESSAGE_PATH, TASK_PATH } from '../center.ts';
import { expect } from '../expect.ts';
import { byHand, type Rule, rule } from './rule.ts';

const finished = (taskId: string) => ({ code: 2005, taskId, message: 'this task has been finished' });
const unknown = (taskId: string) => ({ code: 2004, taskId, message: 'this task is not exist' });

export const taskEndpointRules: readonly Rule[] = [
  rule('Task handling response', 'it has took, timestamp, code, message and data.errorIds', async (center) => {
    const { status, body } = await center.call(TASK_PATH, [center.item(await center.openOne(), 'none')]);
    expect(status).toBe(200);
    expect(body).toEqual({
      took: expect.any(Number),
      timestamp: expect.any(Number),
      code: 0,
      message: expect.stringMatching(/./),
      data: { errorIds: [] },
    });
    const { took, timestamp } = body as { took: number; timestamp: number };
    expect([Number.isInteger(took), Number.isInteger(timestamp)]).toEqual([true, true]);
    // Milliseconds, not seconds; the clocks may differ.
    expect(Math.abs(timestamp - Date.now())).toBeLessThan(86_400_000);
  }),

  rule('Task handling response, errorIds entry', 'it has code, taskId and message', async (center) => {
    const taskId = center.newId('nobody');
    const errors = await center.report(center.item(taskId, 'end'));
    expect(errors).toEqual([{ code: expect.any(Number), taskId, message: expect.stringMatching(/./) }]);
  }),

  byHand('States and transitions, next', 'the task moves to the handled list, and each next task is created', {
    async make(center) {
      const taskId = await center.openOne();
      const next = ['one', 'two'].map((word) => center.newId(word));
      const item = center.item(taskId, 'next', { next: next.map((id) => center.next(id)) });
      expect(await center.report(item)).toEqual([]);
      expect(await center.tryTask(taskId)).toBe('handled');
      return { taskId, next };
    },
    look: ({ taskId, next }, { ACCOUNT }) =>
      `${ACCOUNT} has ${taskId} in the handled list, and ${next.join(' and ')} side by side in the pending one.`,
  }),

  byHand('States and transitions, none', 'a record is added, and no task is created', {
    async make(center) {
      const taskId = await center.openOne();
      expect(await center.report(center.item(taskId, 'none', { handleOpinions: 'signed' }))).toEqual([]);
      return taskId;
    },
    look: (taskId) => `${taskId} has a record "signed"; whether it is still pending is what the probe "none" says.`,
  }),

  byHand('States and transitions, end', 'the transaction is concluded', {
    async make(center) {
      const taskId = await center.openOne();
      expect(await center.report(center.item(taskId, 'end'))).toEqual([]);
      expect(await center.tryTask(taskId)).toBe('handled');
      return taskId;
    },
    look: (taskId, { INITIATOR }) => `In the initiated list of ${INITIATOR} the transaction of ${taskId} is concluded.`,
  }),

  rule('States and transitions, handled task', 'the item fails with 2005, and others are processed', async (center) => {
    const [done = '', open = ''] = await center.open({}, {});
    await center.report(center.item(done, 'next', { next: [center.next(center.newId('next'))] }));
    expect(await center.report(center.item(done, 'end'), center.item(open, 'end'))).toEqual([finished(done)]);
    expect(await center.tryTask(open)).toBe('handled');
  }),

  rule('States and transitions, unknown task', 'the item fails with 2004, and others are processed', async (center) => {
    const nobody = center.newId('nobody');
    const open = await center.openOne();
    expect(await center.report(center.item(nobody, 'none'), center.item(open, 'end'))).toEqual([unknown(nobody)]);
    expect(await center.tryTask(open)).toBe('handled');
  }),

  rule('Endpoints, requests', 'they are POST with JSON of content type application/json', async (center) => {
    for (const path of [TASK_PATH, MESSAGE_PATH]) {
      const right = JSON.stringify(path === TASK_PATH ? [] : center.message());
      expect((await center.call(path, right)).body).toMatchObject({ code: 0 });
      for (const [body, type] of [
        ['no JSON', 'application/json'],
        [right, 'text/plain'],
      ] as const) {
        const answer = await center.call(path, body, { 'content-type': type });
        expect([answer.status, answer.body]).not.toEqual([200, expect.objectContaining({ code: 0 })]);
      }
      const address = `${center.variables.CENTER_URL}${path}`;
      const { status } = await fetch(address, { headers: { authorization: await center.token() } });
      expect(status).toBeGreaterThanOrEqual(400);
    }
  }),

  rule('Endpoint 2, rule 1', 'an item that fails does not affect the items before and after it', async (center) => {
    const [first = '', last = ''] = await center.open({}, {});
    const broken = { ...center.item('', 'none'), handler: null };
    expect(await center.report(center.item(first, 'end'), broken, null, center.item(last, 'end'))).toHaveLength(2);
    expect([await center.tryTask(first), await center.tryTask(last)]).toEqual(['handled', 'handled']);
  }),

  rule(
    'Endpoint 2, rule 2',
    'the outer code is 0, the message says so, and errorIds lists every failure',
    async (center) => {
      const ids = [center.newId('nobody'), center.newId('nobody')];
      const items = [...ids.map((id) => center.item(id, 'end')), center.item(await center.openOne(), 'none')];
      const good = (await center.call(TASK_PATH, [center.item(await center.openOne(), 'none')])).body;
      const { body } = await center.call(TASK_PATH, items);
      expect(body).toMatchObject({ code: 0, data: { errorIds: ids.map(unknown) } });
      expect((body as { message: string }).message).not.toBe((good as { message: string }).message);
    },
  ),

  rule(
    'Endpoint 2, rule 3',
    'the next task is created when handling fails, and handled when a creation fails',
    async (center) => {
      const [nobody, created] = [center.newId('nobody'), center.newId('created')];
      expect(await center.report(center.item(nobody, 'next', { next: [center.next(created)] }))).toEqual([
        unknown(nobody),
      ]);
      expect(await center.tryTask(created)).toBe('open');
      const [task, wrong, right] = [await center.openOne(), center.newId('wrong'), center.newId('right')];
      const next = [center.next(wrong, { nodeId: '' }), center.next(right)];
      expect((await center.report(center.item(task, 'next', { next }))).map(({ taskId }) => taskId)).toEqual([wrong]);
      expect([await center.tryTask(task), await center.tryTask(wrong), await center.tryTask(right)]).toEqual([
        ...['handled', 'unknown', 'open'],
      ]);
    },
  ),

  rule('Endpoint 2, rule 4', 'a call that is refused as a whole has an outer code and no effect', async (center) => {
    const taskId = await center.openOne();
    const { body } = await center.call(TASK_PATH, [center.item(taskId, 'end')], { authorization: 'no token' });
    expect(body).toMatchObject({ code: expect.any(Number), message: expect.stringMatching(/./) });
    expect((body as { code: number }).code).not.toBe(0);
    expect(await center.tryTask(taskId)).toBe('open');
  }),

  rule('Endpoint 2, rule 5', 'without a problem errorIds is an empty array', async (center) => {
    const [one = '', other = ''] = await center.open({}, {});
    const next = [center.next(center.newId('next'))];
    expect(await center.report(center.item(one, 'next', { next }), center.item(other, 'end'))).toEqual([]);
  }),

  rule('Errors, task handling 400', 'the message is the name of the parameter and "is null"', async (center) => {
    const taskId = await center.openOne();
    const errors = await center.report(center.item(taskId, 'end', { handler: null }));
    expect(errors).toEqual([{ code: 400, taskId, message: expect.stringMatching(/handler is null/) }]);
  }),

  rule(
    'Errors, task handling 500',
    'somebody who is not a handler is refused by the business logic',
    async (center) => {
      const taskId = await center.openOne();
      const errors = await center.report(center.item(taskId, 'end', { handler: center.variables.SECOND_ACCOUNT }));
      expect(errors).toEqual([{ code: 500, taskId, message: expect.stringMatching(/./) }]);
    },
  ),

  rule('Errors, task handling 2004', 'the task does not exist', async (center) => {
    const nobody = center.newId('nobody');
    expect(await center.report(center.item(nobody, 'end'))).toEqual([unknown(nobody)]);
  }),

  rule('Errors, task handling 2005', 'the task has been handled', async (center) => {
    const taskId = await center.openOne();
    await center.report(center.item(taskId, 'end'));
    expect(await center.report(center.item(taskId, 'next', { next: [] }))).not.toEqual([]);
    expect(await center.report(center.item(taskId, 'none'))).toEqual([finished(taskId)]);
  }),

  rule('Versioning', 'both paths have v1, and no other version exists', async (center) => {
    for (const path of [TASK_PATH, MESSAGE_PATH]) {
      const { status } = await center.call(path.replace('/v1/', '/v0/'), []);
      expect(status).toBe(404);
      expect((await center.call(path, [])).status).not.toBe(404);
    }
  }),
];
