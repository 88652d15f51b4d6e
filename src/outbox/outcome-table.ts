/**
 * What an entry of errorIds means for the report it belongs to. This table is all there is to it: the first rule that
 * fits decides. No entry at all is success (spec, Endpoint 2, rule 5).
 */
import { TASK_HANDLING_CODES } from '../protocol/error-codes.ts';
import type { ReportKind } from '../protocol/report.ts';
import type { HandlingStatus } from '../protocol/task-handling.ts';

/** In order: what is further down prevails when several entries speak of one report. */
const OUTCOMES = ['delivered', 'unconfirmed', 'retry', 'park'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/**
 * What the entry's id is to the report: the task it handles, or one it creates. `unnamed`: neither, in a call that
 * held nothing else, so that the entry must mean it.
 */
export type NamedId = 'previous' | 'next' | 'unnamed';

/** `repeat`: what the entry's id stands for may have been done by an earlier attempt. */
export type Attempt = 'first' | 'repeat';

export interface ErrorCase {
  readonly kind: ReportKind;
  readonly status: HandlingStatus;
  readonly names: NamedId;
  readonly code: number;
  readonly attempt: Attempt;
}

/** A field that is left out fits everything. */
type OutcomeRule = { readonly [Field in keyof ErrorCase]?: readonly ErrorCase[Field][] } & {
  readonly outcome: Outcome;
};

const { parameterInvalid, taskUnknown, taskFinished } = TASK_HANDLING_CODES;

const OUTCOME_TABLE: readonly OutcomeRule[] = [
  // A parameter is wrong: it will be wrong again, first or repeat.
  { code: [parameterInvalid], outcome: 'park' },

  // It is to be off the list, and it is: somebody has handled it there, or it never came.
  { names: ['previous'], code: [taskUnknown, taskFinished], kind: ['gone'], outcome: 'delivered' },

  // What is unknown cannot be concluded: the transaction that began under the start stays open until a person looks.
  { names: ['previous'], code: [taskUnknown], kind: ['start-continuation'], status: ['end'], outcome: 'unconfirmed' },
  // The previous id of a bootstrap is unknown by design, and so is that of what follows the start.
  { names: ['previous'], code: [taskUnknown], kind: ['bootstrap', 'start-continuation'], outcome: 'delivered' },
  // The echo of the first attempt, if that arrived; otherwise nobody has seen whether the transaction was concluded.
  { names: ['previous'], code: [taskFinished], status: ['end'], attempt: ['first'], outcome: 'unconfirmed' },
  { names: ['previous'], code: [taskFinished], attempt: ['repeat'], outcome: 'delivered' },
  // The task was reported before, so it is finished: what is new is in next.
  { names: ['previous'], code: [taskFinished], kind: ['continuation', 'start-continuation'], outcome: 'delivered' },

  // The task may be there from the earlier attempt, or not at all: a person can look, another attempt cannot.
  { names: ['next'], attempt: ['repeat'], outcome: 'unconfirmed' },

  // Center and bridge disagree about the task: another attempt would not change that.
  { names: ['previous', 'next'], code: [taskUnknown, taskFinished], outcome: 'park' },

  // 500, and codes that the spec does not name, which we take for the same: some trouble that may pass.
  { outcome: 'retry' },
];

/** What one entry means. */
export function outcomeOf(errorCase: ErrorCase): Outcome {
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
 * The outcome of a report by those of its entries. Parking prevails over everything, since the lane must stop where a
 * person has to look; another attempt over passing on, since it says more; and doubt over success.
 */
export function worstOf(outcomes: readonly Outcome[]): Outcome {
  return outcomes.reduce(
    (worst, each) => (OUTCOMES.indexOf(each) > OUTCOMES.indexOf(worst) ? each : worst),
    'delivered',
  );
}
