import { describe, expect, it } from 'vitest';
import type { TaskHandlingItem } from '../../src/index.ts';
import { judgeAnswer } from '../../src/outbox/judge-reports.ts';
import type { ReportAttempt } from '../../src/outbox/report-call.ts';

/** Of a task of a group that nobody handled: it ends the instance in the name of the system handler. */
const ENDED: ReportAttempt = {
  report: {
    ...{ kind: 'handled', reason: 'it was terminated', standsInFor: ['clerks'] },
    item: { appId: 'approvals', previousTaskId: 'i-1.1', status: 'end', handler: 'system' },
  },
};

it.each([
  ['park', 400, true],
  // The center has said nothing of the handler, and the report cannot be sent again.
  ['unconfirmed', 2005, false],
] as const)('a report of a stand-in that is to be %s after code %i names the stand-in: %s', (kind, code, isNamed) => {
  const [judged] = judgeAnswer([ENDED], [{ taskId: 'i-1.1', code, message: 'no' }]);
  expect(judged).toMatchObject({ kind });
  expect(judged && 'reason' in judged && judged.reason.includes('system is named for it')).toBe(isNamed);
});

describe('the tasks in doubt of an unconfirmed report', () => {
  const created = (...ids: string[]) =>
    ids.map((taskId) => ({ taskId }) as NonNullable<TaskHandlingItem['next']>[number]);
  const NEXT: ReportAttempt = {
    report: {
      ...{ kind: 'handled', reason: 'it was handled' },
      item: { appId: 'approvals', previousTaskId: 'i-1.1', status: 'next', handler: 'bo', next: created('t-1', 't-2') },
    },
    repeat: true,
  };
  const exists = (taskId: string) => ({ taskId, code: 500, message: 'exists' });
  const judged = (attempt: ReportAttempt, ...ids: string[]) => judgeAnswer([attempt], ids.map(exists))[0];

  it('are those that a lost attempt may have created', () => {
    expect(judged(NEXT, 't-2')).toMatchObject({ kind: 'unconfirmed', unprovenIds: ['t-2'] });
    expect(judged(NEXT, 't-1', 't-2')).toMatchObject({ unprovenIds: ['t-1', 't-2'] });
  });

  it('are none if something else is in doubt too, or only since a restore', () => {
    expect(judged({ ...NEXT, restoredIds: ['t-1'] }, 't-1')).toMatchObject({ unprovenIds: [] });
    expect(judged({ ...NEXT, restoredIds: ['t-1'] }, 't-1', 't-2')).toMatchObject({ unprovenIds: [] });
    const ended = judgeAnswer([ENDED], [{ taskId: 'i-1.1', code: 2005, message: 'no' }]);
    expect(ended).toMatchObject([{ kind: 'unconfirmed', unprovenIds: [] }]);
  });
});
