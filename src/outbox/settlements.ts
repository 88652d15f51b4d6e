import type { HandleTasksOutcome } from '../center/port.ts';
import { backoffMs, type RetryPolicy } from '../queue/backoff.ts';
import type { OutboxRow, OutboxSettlement } from '../store/port.ts';
import { type AnswerJudgement, judgeAnswer } from './judge-answer.ts';

export interface ReportSettlingContext {
  /** Epoch milliseconds, after the call. */
  readonly now: number;
  readonly policy: RetryPolicy;
  /** Returns a number between 0 and 1; called for each entry. */
  readonly random: () => number;
}

type PendingSettlement = Extract<OutboxSettlement, { state: 'pending' }>;

/** The settlements of the entries of one call, in their order. */
export function settlementsOf(
  rows: readonly OutboxRow[],
  outcome: HandleTasksOutcome,
  context: ReportSettlingContext,
): OutboxSettlement[] {
  if (outcome.kind === 'failed') return rows.map((row) => settleFailedCall(row, rows.length > 1, outcome, context));
  const judgements = judgeAnswer(rows, outcome.errors);
  return rows.map((row, index) => settleJudged(row, judgements[index] ?? { kind: 'delivered' }, context));
}

/** The settlement of an entry that was leased but not sent: unchanged. */
export function releaseUnsent(row: OutboxRow): PendingSettlement {
  const { seq, dueAt, repeat, refusals, refusedIds, alone, reason } = row;
  return { seq, state: 'pending', dueAt, repeat, refusals, refusedIds, alone, reason };
}

/**
 * A call that failed as a whole is always retried, because the cause is the center or the network. It may also be one of the
 * entries, if the center cannot process it: so each entry is sent in a separate call from now on.
 */
function settleFailedCall(
  row: OutboxRow,
  hadOthers: boolean,
  outcome: Extract<HandleTasksOutcome, { kind: 'failed' }>,
  { now, policy, random }: ReportSettlingContext,
): OutboxSettlement {
  return {
    ...releaseUnsent(row),
    dueAt: now + backoffMs(policy, row.attempts, random(), outcome.retryAfterMs),
    repeat: row.repeat || outcome.mayHaveArrived,
    alone: row.alone || hadOthers,
    reason: outcome.reason,
  };
}

function settleJudged(
  row: OutboxRow,
  judgement: AnswerJudgement,
  { now, policy, random }: ReportSettlingContext,
): OutboxSettlement {
  const { seq } = row;
  switch (judgement.kind) {
    case 'delivered':
      return { seq, state: 'delivered', at: now, reason: null };
    case 'unconfirmed':
      return { seq, state: 'unconfirmed', at: now, reason: judgement.reason, ...judgedAs(row) };
    case 'park':
      return { ...parkedAs(row, judgement, now, judgement.reason), ...judgedAs(row) };
    case 'unknown':
      // Without delay: the call succeeded, only its answer is ambiguous.
      return { ...releaseUnsent(row), dueAt: now, repeat: true, alone: true, reason: judgement.reason };
    case 'retry': {
      const refusals = row.refusals + 1;
      if (refusals >= policy.maxItemAttempts) {
        const reason = `${judgement.reason} (refused ${refusals} times)`;
        // The report only removes a task from people's lists, so later reports of the instance need not wait.
        if (row.report.kind === 'gone') return { seq, state: 'unconfirmed', at: now, reason, ...judgedAs(row) };
        return parkedAs(row, judgement, now, reason);
      }
      const { reason, refusedIds, isUnclear } = judgement;
      const dueAt = now + backoffMs(policy, refusals, random());
      return { ...releaseUnsent(row), dueAt, repeat: row.repeat || isUnclear, refusals, refusedIds, reason };
    }
  }
}

function judgedAs({ repeat }: OutboxRow): { readonly judgedAsFirst?: true } {
  return repeat ? {} : { judgedAsFirst: true };
}

function parkedAs(
  { seq, repeat }: OutboxRow,
  { refusedIds, isUnclear }: Extract<AnswerJudgement, { kind: 'retry' | 'park' }>,
  at: number,
  reason: string,
): OutboxSettlement {
  return { seq, state: 'parked', at, reason, refusedIds, repeat: repeat || isUnclear };
}
