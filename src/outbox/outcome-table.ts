/**
 * The meaning of an entry of errorIds for its report. The first rule that matches decides. Without entries, the report was
 * accepted (spec, Endpoint 2, rule 5).
 */
import { TASK_HANDLING_CODES } from '../protocol/error-codes.ts';
import type { ReportKind } from '../protocol/report.ts';
import type { HandlingStatus } from '../protocol/task-handling.ts';

/** In increasing precedence, if several entries are about one report. */
const OUTCOMES = ['delivered', 'unconfirmed', 'retry', 'park'] as const;
export type ReportOutcome = (typeof OUTCOMES)[number];

/**
 * The role of the entry's id in the report: the task that it handles, or one that it creates. `unnamed`: neither, but the
 * call had only this report.
 */
export type NamedId = 'previous' | 'next' | 'unnamed';

/**
 * `repeat`: an earlier attempt may have handled or created the task with this id; `restored`: so may a report from the time
 * that was lost when the store was restored from a backup.
 */
export type Attempt = 'first' | 'repeat' | 'restored';

export interface ErrorCase {
  readonly kind: ReportKind;
  readonly status: HandlingStatus;
  readonly names: NamedId;
  readonly code: number;
  readonly attempt: Attempt;
}

/** An absent field matches everything. */
type OutcomeRule = { readonly [Field in keyof ErrorCase]?: readonly ErrorCase[Field][] } & {
  readonly outcome: ReportOutcome;
};

const { parameterInvalid, taskUnknown, taskFinished } = TASK_HANDLING_CODES;

const OUTCOME_TABLE: readonly OutcomeRule[] = [
  // 400 in `errorIds`: a wrong parameter does not become right by a retry. (HTTP 400 is a call that failed, and is retried.)
  { code: [parameterInvalid], outcome: 'park' },

  // The report only removes the task from lists, and it is in none: somebody has handled it, or it was never created.
  { names: ['previous'], code: [taskUnknown, taskFinished], kind: ['gone'], outcome: 'delivered' },

  // An unknown task cannot conclude the transaction, which stays open until an operator checks it.
  { names: ['previous'], code: [taskUnknown], kind: ['start-continuation'], status: ['end'], outcome: 'unconfirmed' },
  // The center never knows the start ids, which are made up by the bridge.
  { names: ['previous'], code: [taskUnknown], kind: ['bootstrap', 'start-continuation'], outcome: 'delivered' },
  // A lost answer can hide that the center refused the system task. What follows it is created, but perhaps in another
  // transaction: a person checks, and nothing waits.
  { names: ['previous'], code: [taskUnknown], kind: ['system'], outcome: 'unconfirmed' },
  // After an unknown first attempt this means success; otherwise it is unknown whether the transaction was concluded.
  {
    names: ['previous'],
    code: [taskFinished],
    status: ['end'],
    attempt: ['first', 'restored'],
    outcome: 'unconfirmed',
  },
  { names: ['previous'], code: [taskFinished], attempt: ['repeat'], outcome: 'delivered' },
  // The task was reported before, or nobody had to handle it, so it is finished; the new part of the report is `next`.
  {
    names: ['previous'],
    code: [taskFinished],
    kind: ['continuation', 'start-continuation', 'system'],
    outcome: 'delivered',
  },

  // The task may exist from the earlier attempt, or not at all: only an operator can find out.
  { names: ['next'], attempt: ['repeat'], outcome: 'unconfirmed' },

  // The center knows what the store has lost, and a person must compare them. The instance goes on meanwhile.
  { names: ['previous'], code: [taskUnknown, taskFinished], attempt: ['restored'], outcome: 'unconfirmed' },
  { names: ['next'], attempt: ['restored'], outcome: 'unconfirmed' },

  // Center and bridge disagree about the task; a retry would not change that.
  { names: ['previous', 'next'], code: [taskUnknown, taskFinished], outcome: 'park' },

  // 500, and codes that are not in the spec, count as transient errors.
  { outcome: 'retry' },
];

export function outcomeOf(errorCase: ErrorCase): ReportOutcome {
  return OUTCOME_TABLE.find((rule) => fits(rule, errorCase))?.outcome ?? 'park';
}

function fits(rule: OutcomeRule, { kind, status, names, code, attempt }: ErrorCase): boolean {
  return (
    (rule.kind?.includes(kind) ?? true) &&
    (rule.status?.includes(status) ?? true) &&
    (rule.names?.includes(names) ?? true) &&
    (rule.code?.includes(code) ?? true) &&
    (rule.attempt?.includes(attempt) ?? true)
  );
}

/**
 * Combines the outcomes of the entries of a report. Parking comes before everything, because the instance must wait if an
 * operator is needed; a retry before `unconfirmed`, because it gives more information; and `unconfirmed` before success.
 */
export function worstOf(outcomes: readonly ReportOutcome[]): ReportOutcome {
  return outcomes.reduce(
    (worst, each) => (OUTCOMES.indexOf(each) > OUTCOMES.indexOf(worst) ? each : worst),
    'delivered',
  );
}
