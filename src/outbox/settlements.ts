import type { HandleTasksOutcome } from '../center/port.ts';
import { backoffMs, type RetryPolicy } from '../queue/backoff.ts';
import type { OutboxRow, OutboxSettlement } from '../store/port.ts';
import { type Judgement, judgeAnswer } from './judge-answer.ts';

export interface SettlingContext {
  /** Epoch milliseconds, after the call. */
  readonly now: number;
  readonly policy: RetryPolicy;
  /** Between 0 and 1, for each entry anew. */
  readonly random: () => number;
}

type PendingSettlement = Extract<OutboxSettlement, { state: 'pending' }>;

/** What becomes of the entries of one call, in their order. */
export function settlementsOf(
  rows: readonly OutboxRow[],
  outcome: HandleTasksOutcome,
  context: SettlingContext,
): OutboxSettlement[] {
  if (outcome.kind === 'failed') return rows.map((row) => settleFailedCall(row, rows.length > 1, outcome, context));
  const judgements = judgeAnswer(rows, outcome.errors);
  return rows.map((row, index) => settleJudged(row, judgements[index] ?? { kind: 'delivered' }, context));
}

/** An entry that was leased and not sent is as it was before. */
export function giveBack(row: OutboxRow): PendingSettlement {
  const { seq, dueAt, repeat, refusals, refusedIds, alone, reason } = row;
  return { seq, state: 'pending', dueAt, repeat, refusals, refusedIds, alone, reason };
}

/**
 * Never given up: whatever is wrong with the whole call is wrong with the center or the way to it. Or with one of its
 * entries, where the center cannot cope with that: each goes by itself from now on, so that the others do not fail with it.
 */
function settleFailedCall(
  row: OutboxRow,
  hadOthers: boolean,
  outcome: Extract<HandleTasksOutcome, { kind: 'failed' }>,
  { now, policy, random }: SettlingContext,
): OutboxSettlement {
  return {
    ...giveBack(row),
    dueAt: now + backoffMs(policy, row.attempts, random(), outcome.retryAfterMs),
    repeat: row.repeat || outcome.mayHaveArrived,
    alone: row.alone || hadOthers,
    reason: outcome.reason,
  };
}

function settleJudged(
  row: OutboxRow,
  judgement: Judgement,
  { now, policy, random }: SettlingContext,
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
      // At once: the call went well, it is only that nobody can read the answer.
      return { ...giveBack(row), dueAt: now, repeat: true, alone: true, reason: judgement.reason };
    case 'retry': {
      const refusals = row.refusals + 1;
      if (refusals >= policy.maxItemAttempts) {
        const reason = `${judgement.reason} (refused ${refusals} times)`;
        // It only takes a task off people's lists: what comes behind it in its instance need not wait for that.
        if (row.report.kind === 'gone') return { seq, state: 'unconfirmed', at: now, reason, ...judgedAs(row) };
        return parkedAs(row, judgement, now, reason);
      }
      const { reason, refusedIds, isUnclear } = judgement;
      const dueAt = now + backoffMs(policy, refusals, random());
      return { ...giveBack(row), dueAt, repeat: row.repeat || isUnclear, refusals, refusedIds, reason };
    }
  }
}

function judgedAs({ repeat }: OutboxRow): { readonly judgedAsFirst?: true } {
  return repeat ? {} : { judgedAsFirst: true };
}

function parkedAs(
  { seq, repeat }: OutboxRow,
  { refusedIds, isUnclear }: Extract<Judgement, { kind: 'retry' | 'park' }>,
  at: number,
  reason: string,
): OutboxSettlement {
  return { seq, state: 'parked', at, reason, refusedIds, repeat: repeat || isUnclear };
}
