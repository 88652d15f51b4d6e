import type { HandleTasksOutcome } from '../center/port.ts';
import { type AnswerJudgement, judgeAnswer } from './judge-answer.ts';
import type { NextAttempt, ReportAttempt, ReportJudgement } from './report-attempt.ts';

/**
 * Says what the outcome of one call means for each of its reports, by the outcome table (`outcome-table.ts`): the same
 * code means different things for different kinds of reports, and for the first attempt and a repeat. Pure: it stores
 * nothing, and the same input gives the same result.
 *
 * If the process dies between the call and the storing of the result, set `repeat` when the report is sent again.
 * @param attempts the reports of the call, in its order; no task id may occur in two of them
 * @param outcome what `handleTasks` of the center client resolved to
 * @returns one judgement for each attempt, in the same order
 */
export function judgeReports(
  attempts: readonly ReportAttempt[],
  outcome: HandleTasksOutcome,
): readonly ReportJudgement[] {
  if (outcome.kind === 'failed') {
    const hadOthers = attempts.length > 1;
    return attempts.map((attempt) => judgeFailedCall(attempt, hadOthers, outcome));
  }
  const judgements = judgeAnswer(attempts, outcome.errors);
  return attempts.map((attempt, index) => toJudgement(attempt, judgements[index] ?? { kind: 'delivered' }));
}

function toJudgement(attempt: ReportAttempt, judged: AnswerJudgement): ReportJudgement {
  const { repeat = false, refusedIds = [], alone = false } = attempt;
  switch (judged.kind) {
    case 'delivered':
      return { outcome: 'delivered' };
    case 'unconfirmed':
      return { outcome: 'unconfirmed', reason: judged.reason };
    case 'park':
      return { outcome: 'park', reason: judged.reason, ...afterRefusal(repeat, judged) };
    case 'retry':
      return { outcome: 'retry', because: 'refused', reason: judged.reason, alone, ...afterRefusal(repeat, judged) };
    case 'unknown':
      return { outcome: 'retry', because: 'unclear', reason: judged.reason, alone: true, repeat: true, refusedIds };
  }
}

function afterRefusal(
  repeat: boolean,
  { isUnclear, refusedIds }: Extract<AnswerJudgement, { isUnclear: boolean }>,
): NextAttempt {
  return { repeat: repeat || isUnclear, refusedIds };
}

/**
 * A call that failed as a whole is always retried, because the cause is the center or the network. It may also be one of the
 * reports, if the center cannot process it: so each is sent in a separate call from now on.
 */
function judgeFailedCall(
  { repeat = false, refusedIds = [], alone = false }: ReportAttempt,
  hadOthers: boolean,
  { reason, mayHaveArrived, retryAfterMs }: Extract<HandleTasksOutcome, { kind: 'failed' }>,
): ReportJudgement {
  return {
    ...{ outcome: 'retry', because: 'call-failed', reason },
    ...{ repeat: repeat || mayHaveArrived, alone: alone || hadOthers, refusedIds },
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}
