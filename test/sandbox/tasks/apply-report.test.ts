import { describe, expect, it } from 'vitest';
import { nextTask, openSandbox, openTasks, report, reportItem } from '../business-system.ts';

const finished = { code: 2005, taskId: 't-1', message: 'this task has been finished' };

describe('States and transitions: the previous task', () => {
  it('status next: moves to the handled list, and the next tasks are created in its transaction', async () => {
    const sandbox = await openSandbox();
    await openTasks(sandbox, nextTask('t-1'));
    const parallel = [nextTask('t-2', { handlers: 'emil' }), nextTask('t-3', { handlers: 'gu' })];
    expect(await report(sandbox, reportItem('t-1', 'next', { next: parallel }))).toEqual([]);
    expect(sandbox.task('t-1')?.state).toBe('handled');
    expect(sandbox.pending('bo')).toEqual([]);
    expect(sandbox.handled('bo').map((task) => task.taskId)).toEqual(['t-1']);
    expect(sandbox.pending('emil').map((task) => task.taskId)).toEqual(['t-2']);
    expect(sandbox.pending('gu').map((task) => task.taskId)).toEqual(['t-3']);
    expect(sandbox.transactions().map((transaction) => transaction.taskIds)).toEqual([['t-1', 't-2', 't-3']]);
  });

  it('status end: the transaction is concluded at the handleTime', async () => {
    const sandbox = await openSandbox();
    await openTasks(sandbox, nextTask('t-1'));
    expect(await report(sandbox, reportItem('t-1', 'end', { handleTime: '2025-06-01 10:00:00' }))).toEqual([]);
    expect(sandbox.transactions()[0]?.conclusions).toEqual([{ taskId: 't-1', time: '2025-06-01 10:00:00' }]);
  });

  it('status end without handleTime: concluded at the time of the center', async () => {
    const sandbox = await openSandbox({ clock: () => Date.UTC(2025, 5, 1, 2), timeZone: 'Asia/Shanghai' });
    await openTasks(sandbox, nextTask('t-1'));
    await report(sandbox, reportItem('t-1', 'end'));
    expect(sandbox.transactions()[0]?.conclusions).toEqual([{ taskId: 't-1', time: '2025-06-01 10:00:00' }]);
  });

  it('status end leaves other pending tasks of the transaction where they are', async () => {
    const sandbox = await openSandbox();
    await openTasks(sandbox, nextTask('t-1'), nextTask('t-2', { handlers: 'chen' }));
    await report(sandbox, reportItem('t-1', 'end'));
    expect(sandbox.pending('chen').map((task) => task.taskId)).toEqual(['t-2']);
  });

  it('keeps who handled, when and with which opinion', async () => {
    const sandbox = await openSandbox({ clock: () => Date.UTC(2025, 5, 1, 2) });
    await openTasks(sandbox, nextTask('t-1'), nextTask('t-2'));
    const said = {
      handleOpinions: 'fine',
      handleStatus: 'Approve',
      handlerName: 'B.',
      handleTime: '2025-06-01 09:00:00',
    };
    await report(sandbox, reportItem('t-1', 'none', said), reportItem('t-2', 'none'));
    expect(sandbox.task('t-1')?.records).toEqual([
      {
        status: 'none',
        handler: 'bo',
        handlerName: 'B.',
        handleOpinions: 'fine',
        handleStatus: 'Approve',
        time: '2025-06-01 09:00:00',
      },
    ]);
    expect(sandbox.task('t-2')?.records).toEqual([
      { status: 'none', handler: 'bo', handlerName: 'Bo Lindqvist', time: '2025-06-01 10:00:00' },
    ]);
  });

  it('2004 for a task the center does not know', async () => {
    const errors = await report(await openSandbox(), reportItem('t-9', 'end'), reportItem('t-9', 'none'));
    const unknown = { code: 2004, taskId: 't-9', message: 'this task is not exist' };
    expect(errors).toEqual([unknown, unknown]);
  });

  it('2005 for a task that is handled, whatever the status', async () => {
    const sandbox = await openSandbox();
    await openTasks(sandbox, nextTask('t-1'));
    await report(sandbox, reportItem('t-1', 'next', { next: [nextTask('t-2')] }));
    for (const status of ['none', 'end']) expect(await report(sandbox, reportItem('t-1', status))).toEqual([finished]);
    expect(sandbox.transactions()[0]?.conclusions).toEqual([]);
  });

  it('500 for an account that is not a handler of the task, and it stays pending', async () => {
    const sandbox = await openSandbox();
    await openTasks(sandbox, nextTask('t-1'), nextTask('t-2', { handlers: '', handlingGroup: 'legal, finance' }));
    expect(await report(sandbox, reportItem('t-1', 'end', { handler: 'chen' }))).toEqual([
      { code: 500, taskId: 't-1', message: 'chen is not a handler of this task' },
    ]);
    expect(await report(sandbox, reportItem('t-2', 'end', { handler: 'bo' }))).toEqual([
      { code: 500, taskId: 't-2', message: 'bo is not a handler of this task' },
    ]);
    expect(sandbox.task('t-1')?.state).toBe('pending');
    expect(await report(sandbox, reportItem('t-2', 'end', { handler: 'fatima' }))).toEqual([]);
  });

  it('accepts each of several comma-separated handlers, and prefers handlers to handlingGroup', async () => {
    const sandbox = await openSandbox();
    await openTasks(sandbox, nextTask('t-1', { handlers: 'anna, chen', handlingGroup: 'managers' }));
    expect(sandbox.pending('bo')).toEqual([]);
    expect(sandbox.pending('anna')).toHaveLength(1);
    expect(await report(sandbox, reportItem('t-1', 'end', { handler: 'chen' }))).toEqual([]);
  });

  it('500 for an application that is not registered for the client, and nothing is done', async () => {
    const sandbox = await openSandbox();
    await openTasks(sandbox, nextTask('t-1'));
    const item = { ...reportItem('t-1', 'next', { next: [nextTask('t-2')] }), appId: 'payroll' };
    expect(await report(sandbox, item)).toEqual([
      { code: 500, taskId: 't-1', message: 'application payroll is not registered for this client' },
    ]);
    expect(sandbox.task('t-1')?.state).toBe('pending');
    expect(sandbox.task('t-2')).toBeUndefined();
  });
});

describe('Endpoint 2, rule 3: handling and each creation are independent', () => {
  it('creates the next tasks of an unknown previous task, all in one new transaction', async () => {
    const sandbox = await openSandbox();
    await openTasks(sandbox, nextTask('t-1'), nextTask('t-2'));
    expect(sandbox.transactions().map((transaction) => transaction.taskIds)).toEqual([['t-1', 't-2']]);
  });

  it('creates the next tasks of a previous task that was handled before', async () => {
    const sandbox = await openSandbox();
    await openTasks(sandbox, nextTask('t-1'));
    await report(sandbox, reportItem('t-1', 'none'));
    expect(await report(sandbox, reportItem('t-1', 'next', { next: [nextTask('t-2')] }))).toEqual([finished]);
    expect(sandbox.task('t-2')?.transactionId).toBe(sandbox.task('t-1')?.transactionId);
  });

  it('creates the next tasks although the handler is wrong', async () => {
    const sandbox = await openSandbox();
    await openTasks(sandbox, nextTask('t-1'));
    const errors = await report(sandbox, reportItem('t-1', 'next', { handler: 'gu', next: [nextTask('t-2')] }));
    expect(errors.map((error) => [error.code, error.taskId])).toEqual([[500, 't-1']]);
    expect(sandbox.task('t-2')?.state).toBe('pending');
  });

  it('names the task that could not be created, handles the previous one and creates the others', async () => {
    const sandbox = await openSandbox();
    await openTasks(sandbox, nextTask('t-1'));
    const next = [nextTask('t-2', { nodeId: null }), nextTask('t-3')];
    expect(await report(sandbox, reportItem('t-1', 'next', { next }))).toEqual([
      { code: 400, taskId: 't-2', message: 'next[0].nodeId is null' },
    ]);
    expect([sandbox.task('t-1')?.state, sandbox.task('t-3')?.state]).toEqual(['handled', 'pending']);
  });

  it('500 for a taskId that exists, in the same call too', async () => {
    const sandbox = await openSandbox();
    await openTasks(sandbox, nextTask('t-1'));
    const next = [nextTask('t-1'), nextTask('t-2'), nextTask('t-2')];
    const exists = { code: 500, message: 'a task of this id exists already' };
    expect(await report(sandbox, reportItem('t-1', 'next', { next }))).toEqual([
      { ...exists, taskId: 't-1' },
      { ...exists, taskId: 't-2' },
    ]);
    expect(sandbox.transactions()[0]?.taskIds).toEqual(['t-1', 't-2']);
  });

  it('gives a task without an id one of its own', async () => {
    const sandbox = await openSandbox();
    await openTasks(sandbox, nextTask(''), { ...nextTask(''), taskId: undefined });
    const ids = sandbox.pending('bo').map((task) => task.taskId);
    expect(new Set(ids).size).toBe(2);
    expect(ids).not.toContain('');
  });

  it('500 for another name of the same node in a transaction', async () => {
    const sandbox = await openSandbox();
    await openTasks(sandbox, nextTask('t-1'));
    const next = [nextTask('t-2', { nodeName: 'Boss' })];
    expect(await report(sandbox, reportItem('t-1', 'next', { next }))).toEqual([
      { code: 500, taskId: 't-2', message: 'node manager is named Manager, not Boss' },
    ]);
  });

  it('500 for a task in a concluded transaction', async () => {
    const sandbox = await openSandbox();
    await openTasks(sandbox, nextTask('t-1'));
    await report(sandbox, reportItem('t-1', 'end'));
    expect(await report(sandbox, reportItem('t-1', 'next', { next: [nextTask('t-2')] }))).toEqual([
      finished,
      { code: 500, taskId: 't-2', message: 'the transaction has been concluded' },
    ]);
  });

  it('500 for a transaction type it does not know, unless it may create it', async () => {
    const sandbox = await openSandbox({ transTypeCodes: ['purchase'] });
    const next = [nextTask('t-1'), nextTask('t-2', { autoCreateTransType: true }), nextTask('t-3')];
    const errors = await report(sandbox, reportItem('start', 'next', { next }));
    const message = 'the transaction type leave does not exist, and autoCreateTransType is not true';
    expect(errors.slice(1)).toEqual([{ code: 500, taskId: 't-1', message }]);
    expect(sandbox.pending('bo').map((task) => task.taskId)).toEqual(['t-2', 't-3']);
  });
});
