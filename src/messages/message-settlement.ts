import type { SendMessageOutcome } from '../center/port.ts';
import { backoffMs, type RetryPolicy } from '../queue/backoff.ts';
import type { MessageRow, MessageSettlement } from '../store/store.ts';

export interface MessageSettlingContext {
  /** Epoch milliseconds, after the call. */
  readonly now: number;
  readonly policy: RetryPolicy;
  /** Between 0 and 1. */
  readonly random: number;
}

/** Decides by the answer of the center what becomes of a message (spec, Errors, Message send). */
export function messageSettlementOf(
  row: MessageRow,
  outcome: SendMessageOutcome,
  { now, policy, random }: MessageSettlingContext,
): MessageSettlement {
  switch (outcome.kind) {
    case 'sent': {
      const { problems } = outcome;
      return { state: problems.length > 0 ? 'partial' : 'sent', at: now, problems, reason: otherId(row, outcome) };
    }
    case 'refused': {
      const refusals = row.refusals + 1;
      const { reason, retryAfterMs } = outcome;
      if (refusals >= policy.maxItemAttempts) {
        return { state: 'parked', at: now, refusals, reason: `${reason} (refused ${refusals} times)` };
      }
      return { state: 'pending', dueAt: now + backoffMs(policy, refusals, random, retryAfterMs), refusals, reason };
    }
    case 'failed': {
      // Never given up: whatever is wrong with the call is wrong with the center or the way to it.
      const { reason, retryAfterMs } = outcome;
      const dueAt = now + backoffMs(policy, row.attempts, random, retryAfterMs);
      return { state: 'pending', dueAt, refusals: row.refusals, reason };
    }
  }
}

/** A center that uses an id of its own may not recognize ours in a repeat. */
function otherId(row: MessageRow, { sendId }: Extract<SendMessageOutcome, { kind: 'sent' }>): string | null {
  return sendId === undefined || sendId === '' || sendId === row.sendId ? null : `the center calls it ${sendId}`;
}
