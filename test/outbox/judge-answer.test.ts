import { expect, it } from 'vitest';
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
