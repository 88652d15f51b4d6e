/** What a center makes of a next task that is there already, or that is for nobody it knows. */
import { describe, expect, it } from 'vitest';
import { nextTask, openBusinessSystem, openSandbox, openTasks, report, reportItem } from '../business-system.ts';

const finished = { code: 2005, taskId: 't-1', message: 'this task has been finished' };

describe("duplicateTaskId 'twice'", () => {
  const open = async () => {
    const sandbox = await openSandbox({ switches: { duplicateTaskId: 'twice' }, nightlyRun: false });
    await openTasks(sandbox, nextTask('t-1'), nextTask('t-2'));
    expect(await report(sandbox, reportItem('t-2', 'next', { next: [nextTask('t-1', { handlers: 'chen' })] }))).toEqual(
      [],
    );
    return sandbox;
  };
  const statesOf = ({ task }: Awaited<ReturnType<typeof open>>) =>
    ['t-1', 't-1 (2)', 't-1 (3)'].map((taskId) => task(taskId)?.state);

  it('there is no error, and each of the two is in the list of its own handler, with its own buttons', async () => {
    const sandbox = await open();
    const listed = ['bo', 'chen'].map((account) => sandbox.pending(account).map(({ taskId }) => taskId));
    expect(listed).toEqual([['t-1'], ['t-1 (2)']]);
    expect(sandbox.task('t-1 (2)')).toMatchObject({ copyOf: 't-1', previousTaskId: 't-2', handlers: ['chen'] });
    expect(sandbox.transactions().map(({ taskIds }) => taskIds)).toEqual([['t-1', 't-2', 't-1 (2)']]);
  });

  it('a report handles one of them, that of its handler first, and the next report the other', async () => {
    const sandbox = await open();
    expect(await report(sandbox, reportItem('t-1', 'none', { handler: 'chen' }))).toEqual([]);
    expect(statesOf(sandbox)).toEqual(['pending', 'handled', undefined]);
    expect(await report(sandbox, reportItem('t-1', 'none', { handler: 'chen' }))).toMatchObject([{ code: 500 }]);
    expect(await report(sandbox, reportItem('t-1', 'end'))).toEqual([]);
    expect(await report(sandbox, reportItem('t-1', 'end'))).toEqual([finished]);
    // Its own id is known to nobody but the center.
    expect(await report(sandbox, reportItem('t-1 (2)', 'none'))).toMatchObject([{ code: 2004, taskId: 't-1 (2)' }]);
  });

  it('a third one is a third one, behind a task that another report handled too', async () => {
    const sandbox = await open();
    await report(sandbox, reportItem('t-2', 'next', { next: [nextTask('t-1')] }));
    expect(statesOf(sandbox)).toEqual(['pending', 'pending', 'pending']);
    expect(sandbox.pending('bo').map(({ taskId }) => taskId)).toEqual(['t-1', 't-1 (3)']);
  });

  it('the center asks about all of them at once, and the answer is for each', async () => {
    const sandbox = await open();
    const taskData = { handleTime: '2025-06-01 10:00:00', handler: 'bo', status: 'none' };
    const data = [{ taskId: 't-1', taskStatus: 'FINISH', taskData }];
    const business = await openBusinessSystem(200, { code: 0, message: 'ok', data });
    sandbox.setStatusUrl('approvals', business.url);
    expect(await sandbox.runNightly()).toMatchObject([{ taskIds: ['t-1'], problems: [] }]);
    expect(statesOf(sandbox)).toEqual(['handled', 'handled', undefined]);
  });
});

describe('unknownHandlers', () => {
  const people = [
    [{ handlers: 'bo' }, undefined],
    [{ handlers: 'nobody' }, 'there is no account nobody'],
    [{ handlers: 'bo;chen' }, 'there is no account bo;chen'],
    [{ handlers: 'bo,nobody' }, 'there is no account nobody'],
    [{ handlers: null, handlingGroup: 'legal' }, undefined],
    [{ handlers: null, handlingGroup: 'legal,none' }, 'there is no group none'],
    // Accounts count where both are given.
    [{ handlers: 'bo', handlingGroup: 'none' }, undefined],
    [{ handlers: 'bo', initiator: 'nobody' }, undefined],
  ] as const;

  it.each(people)('refuse: a task with %j is created unless the reason is there: %s', async (fields, message) => {
    const sandbox = await openSandbox({ switches: { unknownHandlers: 'refuse' } });
    await openTasks(sandbox, nextTask('t-1'));
    const next = [nextTask('t-2', fields), nextTask('t-3')];
    const errors = message === undefined ? [] : [{ code: 500, taskId: 't-2', message }];
    expect(await report(sandbox, reportItem('t-1', 'next', { next }))).toEqual(errors);
    expect([sandbox.task('t-2'), sandbox.task('t-3')].map((task) => task?.state)).toEqual([
      message === undefined ? 'pending' : undefined,
      'pending',
    ]);
  });

  it.each(people)('take: a task with %j is created', async (fields) => {
    const sandbox = await openSandbox({ switches: { unknownHandlers: 'take' } });
    await openTasks(sandbox, nextTask('t-1', fields));
    expect(sandbox.task('t-1')?.state).toBe('pending');
  });

  it.each([
    ['take', 'pending', []],
    ['refuse', 'pending', [{ taskId: 't-1', message: 'there is no account nobody' }]],
  ] as const)(
    '%s: a task that is to move to somebody unknown is %s, with %j',
    async (unknownHandlers, state, wrong) => {
      const sandbox = await openSandbox({ switches: { unknownHandlers, turnMovesTask: true }, nightlyRun: false });
      const taskData = { handleTime: '2025-06-01 10:00:00', handler: 'bo', turnHandler: 'nobody' };
      const data = [{ taskId: 't-1', taskStatus: 'TURN', taskData }];
      sandbox.setStatusUrl('approvals', (await openBusinessSystem(200, { code: 0, message: 'ok', data })).url);
      await openTasks(sandbox, nextTask('t-1'));
      expect(await sandbox.runNightly()).toMatchObject([{ problems: wrong }]);
      expect(sandbox.task('t-1')).toMatchObject({ state, handlers: [wrong.length > 0 ? 'bo' : 'nobody'] });
    },
  );
});
