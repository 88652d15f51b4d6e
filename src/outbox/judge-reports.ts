import type { HandleTasksOutcome } from '../center/port.ts';
import type { Report } from '../protocol/report.ts';
import type { TaskHandlingError } from '../protocol/task-handling.ts';
import { type Attempt, type NamedId, outcomeOf, type ReportOutcome, worstOf } from './outcome-table.ts';
import { idsOf, type NextAttempt, type ReportAttempt, type ReportJudgement } from './report-call.ts';

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
      return { outcome: 'unconfirmed', reason: judged.reason, unprovenIds: judged.unprovenIds };
    case 'park': {
      const refusedTaskId = refusedSystemTask(attempt.report, judged.refusedIds);
      if (refusedTaskId !== undefined) return { outcome: 'delivered', refusedTaskId, reason: judged.reason };
      return { outcome: 'park', reason: judged.reason, ...afterRefusal(repeat, judged) };
    }
    case 'retry':
      return { outcome: 'retry', because: 'refused', reason: judged.reason, alone, ...afterRefusal(repeat, judged) };
    case 'unknown':
      return { outcome: 'retry', because: 'unclear', reason: judged.reason, alone: true, repeat: true, refusedIds };
  }
}

/** The system task of a report, if the center refused nothing else of it: the handled task is reported then. */
export function refusedSystemTask(
  { createsSystemTask: taskId }: Report,
  refusedIds: readonly string[],
): string | undefined {
  return refusedIds.length > 0 && refusedIds.every((each) => each === taskId) ? taskId : undefined;
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

/** The meaning of an answer for one report of the call. */
export type AnswerJudgement =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'unconfirmed'; readonly reason: string; readonly unprovenIds: readonly string[] }
  | {
      readonly kind: 'retry' | 'park';
      readonly reason: string;
      /** The ids that the answer refused. */
      readonly refusedIds: readonly string[];
      /** Whether the answer did not say which part was refused, so that any other may have been accepted. */
      readonly isUnclear: boolean;
    }
  /** The answer contains an error that may be about this entry or another one of the call. */
  | { readonly kind: 'unknown'; readonly reason: string };

interface NamedError {
  readonly error: TaskHandlingError;
  readonly names: NamedId;
  readonly attempt: Attempt;
  readonly outcome: ReportOutcome;
}

/** Interprets the answer to a call with these rows; the result is in the order of the rows. */
export function judgeAnswer(rows: readonly ReportAttempt[], errors: readonly TaskHandlingError[]): AnswerJudgement[] {
  const known = new Set(rows.flatMap((row) => [...idsOf(row.report.item).keys()]));
  const unnamed = errors.filter((error) => !known.has(error.taskId));
  const [first] = unnamed;
  if (first !== undefined && rows.length > 1) {
    const reason = `the answer to ${rows.length} items has an entry that names none of them: ${describe(first)}`;
    return rows.map(() => ({ kind: 'unknown', reason }));
  }
  return rows.map((row) => judgeRow(row, errors, rows.length === 1));
}

function judgeRow(row: ReportAttempt, errors: readonly TaskHandlingError[], isOnlyRow: boolean): AnswerJudgement {
  const { kind, item } = row.report;
  const ids = idsOf(item);
  const named = errors.flatMap((error): NamedError[] => {
    const names = ids.get(error.taskId) ?? (isOnlyRow ? 'unnamed' : undefined);
    // The error is about another row of the call.
    if (names === undefined) return [];
    const attempt = attemptOf(row, error);
    const outcome = outcomeOf({ kind, status: item.status, names, code: error.code, attempt });
    return [{ error, names, attempt, outcome }];
  });
  const outcome = worstOf(named.map((each) => each.outcome));
  if (outcome === 'delivered') return { kind: 'delivered' };
  const decisive = named.filter((each) => each.outcome === outcome);
  if (outcome === 'unconfirmed')
    return { kind: outcome, reason: describeSome(decisive), unprovenIds: unprovenIdsOf(decisive) };
  const hint = decisive.some(({ names }) => names === 'previous') ? explainStandIn(row) : '';
  // If the entry is parked, its parts that could be retried are not done either.
  const undone = named.filter((each) => each.outcome === 'retry' || each.outcome === 'park');
  return {
    kind: outcome,
    reason: describeSome(decisive) + hint,
    refusedIds: undone.filter((each) => each.names !== 'unnamed').map((each) => each.error.taskId),
    isUnclear: undone.some((each) => each.names === 'unnamed'),
  };
}

/**
 * Whether an earlier attempt may have done the part that the error is about: after an attempt with an unknown outcome, any
 * part; after an answered attempt, any part that the answer did not refuse, because the failure of one part does not affect
 * the others (spec, Endpoint 2, rule 3). What is from before a restore may have been done in the time that was lost.
 */
function attemptOf(
  { repeat = false, refusedIds = [], restoredIds = [] }: ReportAttempt,
  { taskId }: TaskHandlingError,
): Attempt {
  if (restoredIds.includes(taskId)) return 'restored';
  const wentThrough = refusedIds.length > 0 && !refusedIds.includes(taskId);
  return repeat || wentThrough ? 'repeat' : 'first';
}

/** None unless the only doubt is whether tasks were created; what is in doubt since a restore is for a person. */
function unprovenIdsOf(doubts: readonly NamedError[]): readonly string[] {
  const isProvable = doubts.every(({ names, attempt }) => names === 'next' && attempt !== 'restored');
  return isProvable ? doubts.map(({ error }) => error.taskId) : [];
}

/** A countersign of hundreds of people can fail with hundreds of equal errors. */
const MAX_REASONS = 3;

function describeSome(errors: readonly NamedError[]): string {
  const described = errors.slice(0, MAX_REASONS).map(describeNamed);
  const left = errors.length - described.length;
  return [...described, ...(left > 0 ? [left === 1 ? '1 other' : `${left} others`] : [])].join('; ');
}

function describeNamed({ error, names }: NamedError): string {
  const subject = { previous: 'the handled task', next: 'the new task', unnamed: 'no id of the item, but' }[names];
  return `${subject} ${describe(error)}`;
}

/** Adds a hint: the center accepts reports only from handlers of a task, so the named account is most likely not one. */
function explainStandIn({ report: { item, standsInFor } }: ReportAttempt): string {
  if (standsInFor === undefined) return '';
  const groups = standsInFor.join(', ');
  return (
    `. Nobody handled this task of the group ${groups}, and ${item.handler} is named for it: make ${item.handler} a member ` +
    'of the group in the center and retry the report, or skip it; identity.membersOf names a member in later reports'
  );
}

function describe({ taskId, code, message }: TaskHandlingError): string {
  return `${taskId === '' ? '(no id)' : taskId} was answered ${code}${message === '' ? '' : `: ${message}`}`;
}
