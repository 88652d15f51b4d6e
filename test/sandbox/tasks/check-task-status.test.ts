import { describe, expect, it } from 'vitest';
import type { Switches } from '../../../src/sandbox/index.ts';
import { DEFAULT_SWITCHES } from '../../../src/sandbox/setup/switches.ts';
import { checkStatusAnswer } from '../../../src/sandbox/tasks/check-task-status.ts';

const done = { handleTime: '2025-06-01 10:00:00', handler: 'bo' };
const next = { appId: 'approvals', nodeId: 'archive', nodeName: 'Archive', handlers: 'chen' };
const action = { name: 'File', type: 'HANDLE', url: 'http://host/', optType: 0, method: 'post' };

function check(entry: unknown, switches: Partial<Switches> = {}): readonly string[] {
  const body = { code: 0, message: '', data: [entry] };
  const checked = checkStatusAnswer(body, ['t-1'], { ...DEFAULT_SWITCHES, ...switches });
  return 'whole' in checked ? [checked.whole] : (checked.entries[0] ?? []);
}

const entry = (taskStatus: string, taskData: unknown) => ({ taskId: 't-1', taskStatus, taskData });
const finish = (more: object) => entry('FINISH', { ...done, status: 'next', next: [next], ...more });

describe('Response of the task-status callback: what each state demands', () => {
  it.each([
    entry('IN_PROGRESS', {}),
    finish({}),
    finish({
      next: [{ ...next, handlers: null, handlingGroup: 'legal', canDelegate: 1, timeOut: 4, actions: [action] }],
    }),
    finish({ next: [{ ...next, actions: [{ ...action, optType: 1, method: null }] }] }),
    entry('FINISH', { ...done, status: 'none' }),
    entry('FINISH', { ...done, status: 'end', handleOpinions: '' }),
    entry('TERMINATED', done),
    entry('RECALL', { ...done, handleTime: '25-06-01 10:00:00' }),
    entry('TURN', { ...done, turnHandler: 'chen' }),
    entry('SUSPENDED', { ...done, endTime: '2025-06-01 10:00:00' }),
  ])('right: %j', (right) => {
    expect(check(right)).toEqual([]);
  });

  const data = 'data[0].taskData';
  it.each([
    ['no object', 'done', ['data[0] is invalid: must be an object']],
    ['an entry without data', { taskId: 't-1', taskStatus: 'FINISH' }, [`${data} is null`]],
    ['another task', { ...entry('IN_PROGRESS', {}), taskId: 't-2' }, ['data[0].taskId is "t-2", not t-1']],
    [
      'a state of its own',
      entry('DONE', {}),
      ['data[0].taskStatus is invalid: must be one of IN_PROGRESS, FINISH, TERMINATED, TURN, SUSPENDED, RECALL'],
    ],
    ['data while in progress', entry('IN_PROGRESS', done), [`${data} is invalid: must be empty when IN_PROGRESS`]],
    ['nothing said', entry('TERMINATED', {}), [`${data}.handleTime is null`, `${data}.handler is null`]],
    ['no status when handled', entry('FINISH', done), [`${data}.status is null`]],
    ['no next after next', entry('FINISH', { ...done, status: 'next' }), [`${data}.next is null`]],
    ['an empty next after next', finish({ next: [] }), [`${data}.next is null: it has no task`]],
    ['nobody it was transferred to', entry('TURN', done), [`${data}.turnHandler is null`]],
    ['no end of what is suspended', entry('SUSPENDED', done), [`${data}.endTime is null`]],
    [
      'a time of another form',
      entry('RECALL', { ...done, handleTime: '2025-06-01T10:00:00Z' }),
      [`${data}.handleTime is invalid: must be a time of the form yyyy-MM-dd HH:mm:ss or yy-MM-dd hh:mm:ss`],
    ],
    ['a field of a report', entry('RECALL', { ...done, handleStatus: 'x' }), [unknown(`${data}.handleStatus`)]],
    ['a next task without application', finish({ next: [{ ...next, appId: '' }] }), [`${data}.next[0].appId is null`]],
    ['a next task without node', finish({ next: [{ ...next, nodeId: null }] }), [`${data}.next[0].nodeId is null`]],
    [
      'a next task for nobody',
      finish({ next: [{ ...next, handlers: ' ,' }] }),
      [`${data}.next[0].handlers is null: give handlers or handlingGroup`],
    ],
    [
      'a next task for both',
      finish({ next: [{ ...next, handlingGroup: 'legal' }] }),
      [`${data}.next[0].handlers is invalid: give one of the two`],
    ],
    [
      'a field only reports have',
      finish({ next: [{ ...next, transSummary: ['a|b'] }] }),
      [unknown(`${data}.next[0].transSummary`)],
    ],
    [
      'a button field only reports have',
      finish({ next: [{ ...next, actions: [{ ...action, allowMerge: 1 }] }] }),
      [unknown(`${data}.next[0].actions[0].allowMerge`)],
    ],
    [
      'a button without method',
      finish({ next: [{ ...next, actions: [{ ...action, method: null }] }] }),
      [`${data}.next[0].actions[0].method is null`],
    ],
  ])('wrong: %s', (_what, wrong, problems) => {
    expect(check(wrong)).toEqual(problems);
  });

  it('unknownFields ignore: they are not looked at', () => {
    expect(check(entry('RECALL', { ...done, handleStatus: 'x' }), { unknownFields: 'ignore' })).toEqual([]);
  });

  it.each([
    ['yyyy-MM-dd HH:mm:ss', '25-06-01 10:00:00'],
    ['yy-MM-dd hh:mm:ss', '2025-06-01 10:00:00'],
  ] as const)('statusTimeForm %s: refuses the other', (statusTimeForm, handleTime) => {
    expect(check(entry('RECALL', { ...done, handleTime }), { statusTimeForm })).toEqual([
      `${data}.handleTime is invalid: must be a time of the form ${statusTimeForm}`,
    ]);
  });
});

function unknown(path: string): string {
  return `${path} is invalid: the interface has no such field`;
}
