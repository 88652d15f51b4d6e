import type { HandleTasksOutcome } from '../center/port.ts';
import { backoffMs, type RetryPolicy } from '../queue/backoff.ts';
import type { OutboxRow, OutboxSettlement } from '../store/store.ts';
import { judgeReports, refusedSystemTask } from './judge-reports.ts';
import type { NextAttempt, ReportJudgement } from './report-call.ts';

export interface ReportSettlingContext {
  /** Epoch milliseconds, after the call. */
  readonly now: number;
  readonly policy: RetryPolicy;
  /** Returns a number between 0 and 1; called for each entry. */
  readonly random: () => number;
}

type PendingSettlement = Extract<OutboxSettlement, { state: 'pending' }>;
type Retry = Extract<ReportJudgement, { outcome: 'retry' }>;

/** The settlements of the entries of one call, in their order. */
export function settlementsOf(
  rows: readonly OutboxRow[],
  outcome: HandleTasksOutcome,
  context: ReportSettlingContext,
): OutboxSettlement[] {
  const judgements = judgeReports(rows, outcome);
  return rows.map((row, index) => settleJudged(row, judgements[index] ?? { outcome: 'delivered' }, context));
}

/** The settlement of an entry that was leased but not sent: unchanged. */
export function releaseUnsent(row: OutboxRow): PendingSettlement {
  const { seq, dueAt, repeat, refusals, refusedIds, alone, reason } = row;
  return { seq, state: 'pending', dueAt, repeat, refusals, refusedIds, alone, reason };
}

function settleJudged(row: OutboxRow, judged: ReportJudgement, context: ReportSettlingContext): OutboxSettlement {
  const { seq } = row;
  const at = context.now;
  switch (judged.outcome) {
    case 'delivered': {
      const { reason = null, refusedTaskId } = judged;
      return { seq, state: 'delivered', at, reason, ...(refusedTaskId !== undefined && { refusedTaskId }) };
    }
    case 'unconfirmed':
      return {
        ...{ seq, state: 'unconfirmed', at, reason: judged.reason },
        ...{ unprovenIds: judged.unprovenIds, ...judgedAs(row) },
      };
    case 'park':
      return { ...parkedAs(row, judged, at, judged.reason), ...judgedAs(row) };
    case 'retry':
      return settleRetry(row, judged, context);
  }
}

function settleRetry(row: OutboxRow, judged: Retry, { now, policy, random }: ReportSettlingContext): OutboxSettlement {
  const { reason, repeat, refusedIds, alone, because, retryAfterMs } = judged;
  const again = { ...releaseUnsent(row), repeat, refusedIds, alone, reason };
  if (because === 'call-failed') {
    return { ...again, dueAt: now + backoffMs(policy, row.attempts, random(), retryAfterMs) };
  }
  // Without delay: the call succeeded, only its answer is ambiguous.
  if (because === 'unclear') return { ...again, dueAt: now };
  const refusals = row.refusals + 1;
  if (refusals < policy.maxItemAttempts) {
    return { ...again, refusals, dueAt: now + backoffMs(policy, refusals, random()) };
  }
  const refusedTaskId = refusedSystemTask(row.report, judged.refusedIds);
  if (refusedTaskId !== undefined) return { seq: row.seq, state: 'delivered', at: now, reason, refusedTaskId };
  const last = `${reason} (refused ${refusals} times)`;
  // The report only removes a task from people's lists, so later reports of the instance need not wait.
  if (row.report.kind === 'gone') {
    return { seq: row.seq, state: 'unconfirmed', at: now, reason: last, ...judgedAs(row) };
  }
  return parkedAs(row, judged, now, last);
}

function judgedAs({ repeat }: OutboxRow): { readonly judgedAsFirst?: true } {
  return repeat ? {} : { judgedAsFirst: true };
}

function parkedAs(
  { seq }: OutboxRow,
  { repeat, refusedIds }: NextAttempt,
  at: number,
  reason: string,
): OutboxSettlement {
  return { seq, state: 'parked', at, reason, refusedIds, repeat };
}
