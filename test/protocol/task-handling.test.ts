import { describe, expect, it } from 'vitest';
import {
  NextTaskItemSchema,
  TaskHandlingItemSchema,
  TaskHandlingRequestSchema,
  TaskHandlingResponseSchema,
} from '../../src/protocol/schemas/task-handling.ts';
import { expectAccepted, refusedPaths } from './expect-problem.ts';
import { applied, managerTask, without } from './samples.ts';

describe('Resources, Task handling request', () => {
  it('reads a whole item with every field of the spec as it stands', () => {
    expect(TaskHandlingItemSchema.parse(applied)).toEqual(applied);
  });

  it.each(['appId', 'handler', 'status', 'previousTaskId'])('refuses an item without %s, by that name', (field) => {
    expect(refusedPaths(TaskHandlingItemSchema, without(applied, field))).toEqual([field]);
    expect(refusedPaths(TaskHandlingItemSchema, { ...applied, [field]: null })).toEqual([field]);
    expect(refusedPaths(TaskHandlingItemSchema, { ...applied, [field]: '' })).toEqual([field]);
  });

  it.each([undefined, null, []])('refuses status next with next = %j, by the name next', (next) => {
    expect(refusedPaths(TaskHandlingItemSchema, { ...applied, next })).toEqual(['next']);
  });

  it.each(['none', 'end'])('ignores next when status is %s, however malformed', (status) => {
    for (const next of [[managerTask], [], 'nonsense', [{ nodeId: 3 }], null]) {
      expect(TaskHandlingItemSchema.parse({ ...applied, status, next })).toEqual({
        ...without(applied, 'next'),
        status,
      });
    }
  });

  it.each([
    ['status', 'done'],
    ['handleTime', '2025-06-01T09:30:00'],
    ['handleTime', '2025-02-30 09:30:00'],
    ['handleTime', ''],
    ['handlerName', 3],
    ['next', {}],
    ['previousActions', {}],
  ])('refuses %s = %j, by that name', (field, value) => {
    expect(refusedPaths(TaskHandlingItemSchema, { ...applied, [field]: value })).toEqual([field]);
  });

  it('takes null in an optional field as absent', () => {
    expectAccepted(TaskHandlingItemSchema, {
      ...applied,
      handleOpinions: null,
      handleTime: null,
      previousActions: null,
    });
  });

  it('refuses a misspelled field, by its name', () => {
    expect(refusedPaths(TaskHandlingItemSchema, { ...applied, prevTaskId: 't-1' })).toEqual(['prevTaskId']);
  });

  it('names the whole way to a field deep in a batch, and every problem at once', () => {
    const task = { ...without(managerTask, 'nodeId'), actions: [{ ...applied, type: 'NO' }], transactionName: 'x' };
    const paths = refusedPaths(TaskHandlingRequestSchema, [
      applied,
      { ...applied, handler: null, next: [managerTask, task] },
    ]);
    expect(paths).toContain('[1].handler');
    expect(paths).toContain('[1].next[1].nodeId');
    expect(paths).toContain('[1].next[1].actions[0].type');
    expect(paths).toContain('[1].next[1].transactionName');
    expect(paths.some((path) => path.startsWith('[0]') || path.startsWith('[1].next[0]'))).toBe(false);
  });

  it('is an array and nothing else', () => {
    expect(refusedPaths(TaskHandlingRequestSchema, applied)).toEqual(['']);
    expect(refusedPaths(TaskHandlingRequestSchema, [null])).toEqual(['[0]']);
    expectAccepted(TaskHandlingRequestSchema, []);
  });
});

describe('Resources, Next-task item', () => {
  it.each(['nodeId', 'nodeName', 'transTypeCode'])('refuses a task without %s, by that name', (field) => {
    expect(refusedPaths(NextTaskItemSchema, without(managerTask, field))).toEqual([field]);
    expect(refusedPaths(NextTaskItemSchema, { ...managerTask, [field]: '' })).toEqual([field]);
  });

  it('needs handlers or handlingGroup, and takes either', () => {
    expect(refusedPaths(NextTaskItemSchema, without(managerTask, 'handlers'))).toEqual(['handlers']);
    expect(refusedPaths(NextTaskItemSchema, { ...managerTask, handlers: '' })).toEqual(['handlers']);
    expect(refusedPaths(NextTaskItemSchema, { ...managerTask, handlers: ' , ' })).toEqual(['handlers']);
    expectAccepted(NextTaskItemSchema, { ...without(managerTask, 'handlers'), handlingGroup: 'managers' });
    expectAccepted(NextTaskItemSchema, { ...managerTask, handlers: '', handlingGroup: 'managers' });
  });

  it('reports who is missing also when another field is wrong', () => {
    const task = { ...without(managerTask, 'handlers'), canDelegate: 'no' };
    expect(refusedPaths(NextTaskItemSchema, task).sort()).toEqual(['canDelegate', 'handlers']);
  });

  it.each([
    ['canDelegate', 2],
    ['canDelegate', true],
    ['autoCreateTransType', 1],
    ['timeOut', 1.5],
    ['timeOut', -1],
    ['timeOut', '48'],
    ['actions', {}],
    ['taskId', 9],
    ['transSummary', 'a|1'],
  ])('refuses %s = %j, by that name', (field, value) => {
    expect(refusedPaths(NextTaskItemSchema, { ...managerTask, [field]: value })).toEqual([field]);
  });

  it('refuses the plausible spelling of transcationName', () => {
    expect(refusedPaths(NextTaskItemSchema, { ...managerTask, transactionName: 'Leave' })).toEqual(['transactionName']);
  });
});

describe('Resources, Task handling response', () => {
  const answer = { code: 0, message: 'success', data: { errorIds: [] } };
  const failed = { code: 2005, taskId: 't-1', message: 'this task has been finished' };

  it('reads success and failed items, and drops what it does not know', () => {
    expect(TaskHandlingResponseSchema.parse({ ...answer, took: 3, timestamp: 1_748_770_200_000, trace: 'x' })).toEqual(
      answer,
    );
    const withErrors = { ...answer, data: { errorIds: [failed] } };
    expect(TaskHandlingResponseSchema.parse(withErrors)).toEqual(withErrors);
  });

  it('refuses code 0 that does not say which items failed', () => {
    expect(refusedPaths(TaskHandlingResponseSchema, { ...answer, data: null })).toEqual(['data']);
    expect(refusedPaths(TaskHandlingResponseSchema, { ...answer, data: {} })).toEqual(['data.errorIds']);
    expect(refusedPaths(TaskHandlingResponseSchema, without(answer, 'code'))).toEqual(['code']);
  });

  it('reads another outer code whatever its data is', () => {
    for (const data of [null, 'boom', { errorIds: 3 }]) {
      expect(TaskHandlingResponseSchema.parse({ ...answer, code: 500, data }).data).toEqual({ errorIds: [] });
    }
  });

  it('reads an entry that names no id as one with an empty id', () => {
    const parsed = TaskHandlingResponseSchema.parse({ ...answer, data: { errorIds: [{ code: 500, taskId: null }] } });
    expect(parsed.data.errorIds).toEqual([{ code: 500, taskId: '', message: '' }]);
  });

  it('reads numbers as text, and asks for nothing that is not used', () => {
    const errorIds = [{ taskId: 't-1', code: '2005' }];
    const parsed = TaskHandlingResponseSchema.parse({ took: 'soon', timestamp: 'now', code: ' 0', data: { errorIds } });
    expect(parsed).toEqual({ code: 0, message: '', data: { errorIds: [{ taskId: 't-1', code: 2005, message: '' }] } });
  });

  it.each(['', 'no', '2005.5', '0x1', true, {}])('refuses an entry whose code is %j, by its path', (code) => {
    const data = { errorIds: [failed, { taskId: 't-1', code }] };
    expect(refusedPaths(TaskHandlingResponseSchema, { ...answer, data })).toEqual(['data.errorIds[1].code']);
  });
});
