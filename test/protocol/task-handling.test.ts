import { describe, expect, it } from 'vitest';
import {
  NextTaskItem,
  TaskHandlingItem,
  TaskHandlingRequest,
  TaskHandlingResponse,
} from '../../src/protocol/task-handling.ts';
import { expectAccepted, refusedPaths } from './expect-problem.ts';
import { applied, managerTask, without } from './samples.ts';

describe('Resources, Task handling request', () => {
  it('reads a whole item with every field of the spec as it stands', () => {
    expect(TaskHandlingItem.parse(applied)).toEqual(applied);
  });

  it.each(['appId', 'handler', 'status', 'previousTaskId'])('refuses an item without %s, by that name', (field) => {
    expect(refusedPaths(TaskHandlingItem, without(applied, field))).toEqual([field]);
    expect(refusedPaths(TaskHandlingItem, { ...applied, [field]: null })).toEqual([field]);
    expect(refusedPaths(TaskHandlingItem, { ...applied, [field]: '' })).toEqual([field]);
  });

  it.each([undefined, null, []])('refuses status next with next = %j, by the name next', (next) => {
    expect(refusedPaths(TaskHandlingItem, { ...applied, next })).toEqual(['next']);
  });

  it.each(['none', 'end'])('ignores next when status is %s, however malformed', (status) => {
    for (const next of [[managerTask], [], 'nonsense', [{ nodeId: 3 }], null]) {
      expect(TaskHandlingItem.parse({ ...applied, status, next })).toEqual({ ...without(applied, 'next'), status });
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
    expect(refusedPaths(TaskHandlingItem, { ...applied, [field]: value })).toEqual([field]);
  });

  it('takes null in an optional field as absent', () => {
    expectAccepted(TaskHandlingItem, { ...applied, handleOpinions: null, handleTime: null, previousActions: null });
  });

  it('refuses a misspelled field, by its name', () => {
    expect(refusedPaths(TaskHandlingItem, { ...applied, prevTaskId: 't-1' })).toEqual(['prevTaskId']);
  });

  it('names the whole way to a field deep in a batch, and every problem at once', () => {
    const task = { ...without(managerTask, 'nodeId'), actions: [{ ...applied, type: 'NO' }], transactionName: 'x' };
    const paths = refusedPaths(TaskHandlingRequest, [
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
    expect(refusedPaths(TaskHandlingRequest, applied)).toEqual(['']);
    expect(refusedPaths(TaskHandlingRequest, [null])).toEqual(['[0]']);
    expectAccepted(TaskHandlingRequest, []);
  });
});

describe('Resources, Next-task item', () => {
  it.each(['nodeId', 'nodeName', 'transTypeCode'])('refuses a task without %s, by that name', (field) => {
    expect(refusedPaths(NextTaskItem, without(managerTask, field))).toEqual([field]);
    expect(refusedPaths(NextTaskItem, { ...managerTask, [field]: '' })).toEqual([field]);
  });

  it('needs handlers or handlingGroup, and takes either', () => {
    expect(refusedPaths(NextTaskItem, without(managerTask, 'handlers'))).toEqual(['handlers']);
    expect(refusedPaths(NextTaskItem, { ...managerTask, handlers: '' })).toEqual(['handlers']);
    expect(refusedPaths(NextTaskItem, { ...managerTask, handlers: ' , ' })).toEqual(['handlers']);
    expectAccepted(NextTaskItem, { ...without(managerTask, 'handlers'), handlingGroup: 'managers' });
    expectAccepted(NextTaskItem, { ...managerTask, handlers: '', handlingGroup: 'managers' });
  });

  it('reports who is missing also when another field is wrong', () => {
    const task = { ...without(managerTask, 'handlers'), canDelegate: 'no' };
    expect(refusedPaths(NextTaskItem, task).sort()).toEqual(['canDelegate', 'handlers']);
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
    expect(refusedPaths(NextTaskItem, { ...managerTask, [field]: value })).toEqual([field]);
  });

  it('refuses the plausible spelling of transcationName', () => {
    expect(refusedPaths(NextTaskItem, { ...managerTask, transactionName: 'Leave' })).toEqual(['transactionName']);
  });
});

describe('Resources, Task handling response', () => {
  const answer = { code: 0, message: 'success', data: { errorIds: [] } };
  const failed = { code: 2005, taskId: 't-1', message: 'this task has been finished' };

  it('reads success and failed items, and drops what it does not know', () => {
    expect(TaskHandlingResponse.parse({ ...answer, took: 3, timestamp: 1_748_770_200_000, trace: 'x' })).toEqual(
      answer,
    );
    const withErrors = { ...answer, data: { errorIds: [failed] } };
    expect(TaskHandlingResponse.parse(withErrors)).toEqual(withErrors);
  });

  it('refuses code 0 that does not say which items failed', () => {
    expect(refusedPaths(TaskHandlingResponse, { ...answer, data: null })).toEqual(['data']);
    expect(refusedPaths(TaskHandlingResponse, { ...answer, data: {} })).toEqual(['data.errorIds']);
    expect(refusedPaths(TaskHandlingResponse, without(answer, 'code'))).toEqual(['code']);
  });

  it('reads another outer code whatever its data is', () => {
    for (const data of [null, 'boom', { errorIds: 3 }]) {
      expect(TaskHandlingResponse.parse({ ...answer, code: 500, data }).data).toEqual({ errorIds: [] });
    }
  });

  it('reads an entry that names no id as one with an empty id', () => {
    const parsed = TaskHandlingResponse.parse({ ...answer, data: { errorIds: [{ code: 500, taskId: null }] } });
    expect(parsed.data.errorIds).toEqual([{ code: 500, taskId: '', message: '' }]);
  });

  it('reads numbers as text, and asks for nothing that is not used', () => {
    const errorIds = [{ taskId: 't-1', code: '2005' }];
    const parsed = TaskHandlingResponse.parse({ took: 'soon', timestamp: 'now', code: ' 0', data: { errorIds } });
    expect(parsed).toEqual({ code: 0, message: '', data: { errorIds: [{ taskId: 't-1', code: 2005, message: '' }] } });
  });

  it.each(['', 'no', '2005.5', '0x1', true, {}])('refuses an entry whose code is %j, by its path', (code) => {
    const data = { errorIds: [failed, { taskId: 't-1', code }] };
    expect(refusedPaths(TaskHandlingResponse, { ...answer, data })).toEqual(['data.errorIds[1].code']);
  });
});
