import { describe, expect, it } from 'vitest';
import { nextTask, openSandbox, openTasks, type RawObject, report, reportItem } from '../business-system.ts';

const button: RawObject = { name: 'Approve', type: 'HANDLE', url: 'http://x.example/', optType: 0, method: 'post' };

describe('Errors, Task handling 400: parameters of an item', () => {
  it('answers "previousTaskId is null" with an empty id, having none', async () => {
    const errors = await report(await openSandbox(), { ...reportItem('t-1', 'none'), previousTaskId: null });
    expect(errors).toEqual([{ code: 400, taskId: '', message: 'previousTaskId is null' }]);
  });

  it.each([
    [undefined, 'next is null'],
    [null, 'next is null'],
    [[], 'next is null: it has no task'],
    [{}, 'next is invalid: must be an array'],
  ])('answers status next with next = %j: "%s", and handles nothing', async (next, message) => {
    const sandbox = await openSandbox();
    await openTasks(sandbox, nextTask('t-1'));
    expect(await report(sandbox, reportItem('t-1', 'next', { next }))).toEqual([{ code: 400, taskId: 't-1', message }]);
    expect(sandbox.task('t-1')?.state).toBe('pending');
  });

  it('does not look at next when the status is not next', async () => {
    const sandbox = await openSandbox();
    await openTasks(sandbox, nextTask('t-1'));
    expect(await report(sandbox, reportItem('t-1', 'end', { next: 'nonsense' }))).toEqual([]);
  });

  it.each([
    [{ status: 'done' }, 'status is invalid: must be one of next, none, end'],
    [{ handler: 7 }, 'handler is invalid: must be a string'],
    [{ handleTime: '2025-02-30 10:00:00' }, 'handleTime is invalid: must be a time of the form yyyy-MM-dd HH:mm:ss'],
    [{ previousActions: {} }, 'previousActions is invalid: must be an array'],
    [
      { previousActions: [{ ...button, times: -1 }] },
      'previousActions[0].times is invalid: must be an integer, not negative',
    ],
    [{ prevTaskId: 't' }, 'prevTaskId is invalid: the interface has no such field'],
  ])('refuses %j', async (change, message) => {
    const errors = await report(await openSandbox(), { ...reportItem('t-1', 'none'), ...change });
    expect(errors).toEqual([{ code: 400, taskId: 't-1', message }]);
  });

  it('names every wrong parameter of an item in one entry', async () => {
    const errors = await report(await openSandbox(), { previousTaskId: 't-1', status: 'next', handler: 1 });
    const message = 'appId is null; handler is invalid: must be a string; next is null';
    expect(errors).toEqual([{ code: 400, taskId: 't-1', message }]);
  });

  it('refuses an item that is not an object', async () => {
    expect(await report(await openSandbox(), null, [])).toEqual([
      { code: 400, taskId: '', message: 'item is null' },
      { code: 400, taskId: '', message: 'item is invalid: must be an object' },
    ]);
  });
});

describe('Errors, Task handling 400: parameters of a next task', () => {
  it.each([undefined, '', ' , '])('needs handlers or handlingGroup: handlers = %j', async (handlers) => {
    const sandbox = await openSandbox();
    const errors = await report(sandbox, reportItem('start', 'next', { next: [nextTask('t-1', { handlers })] }));
    const message = 'next[0].handlers is null: give handlers or handlingGroup';
    expect(errors.at(-1)).toEqual({ code: 400, taskId: 't-1', message });
    await report(
      sandbox,
      reportItem('start', 'next', { next: [nextTask('t-1', { handlers, handlingGroup: 'legal' })] }),
    );
    expect(sandbox.task('t-1')?.groups).toEqual(['legal']);
  });

  it.each([
    [{ canDelegate: 2 }, 'next[0].canDelegate is invalid: must be 0 or 1'],
    [{ autoCreateTransType: 'true' }, 'next[0].autoCreateTransType is invalid: must be true or false'],
    [{ timeOut: 1.5 }, 'next[0].timeOut is invalid: must be an integer, not negative'],
    [
      { taskSummary: ['a|1', 'b|2', 'c|3', 'd|4', 'e|5', 'f|6'] },
      'next[0].taskSummary is invalid: must have at most 5 entries',
    ],
    [{ transSummary: ['a|1', 'reason'] }, 'next[0].transSummary[1] is invalid: must be of the form title|content'],
    [{ actions: [{ ...button, name: '' }] }, 'next[0].actions[0].name is null'],
    [{ actions: [{ ...button, method: null }] }, 'next[0].actions[0].method is null'],
    [
      { actions: [{ ...button, method: 'POST' }] },
      'next[0].actions[0].method is invalid: must be one of get, post, put',
    ],
    [
      { actions: [{ ...button, optType: 3 }] },
      'next[0].actions[0].optType is invalid: must be 0 or 1, as integer or string',
    ],
    [{ actions: [null] }, 'next[0].actions[0] is null'],
    [{ transactionName: 'Leave' }, 'next[0].transactionName is invalid: the interface has no such field'],
  ])('refuses %j', async (change, message) => {
    const sandbox = await openSandbox();
    const errors = await report(sandbox, reportItem('start', 'next', { next: [nextTask('t-1', change)] }));
    expect(errors.at(-1)).toEqual({ code: 400, taskId: 't-1', message });
    expect(sandbox.task('t-1')).toBeUndefined();
  });

  it('refuses a next task that is not an object, with an empty id', async () => {
    const errors = await report(await openSandbox(), reportItem('start', 'next', { next: [null, 'x'] }));
    expect(errors.slice(1)).toEqual([
      { code: 400, taskId: '', message: 'next[0] is null' },
      { code: 400, taskId: '', message: 'next[1] is invalid: must be an object' },
    ]);
  });

  it('ignores unknown fields with the switch', async () => {
    const sandbox = await openSandbox({ switches: { unknownFields: 'ignore' } });
    await openTasks(sandbox, nextTask('t-1', { transactionName: 'Leave', actions: [{ ...button, colour: 'red' }] }));
    expect(sandbox.task('t-1')?.buttons).toHaveLength(1);
  });
});
