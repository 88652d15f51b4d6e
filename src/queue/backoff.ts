/** When an entry is tried again. */
export interface RetryPolicy {
  /** The longest wait after the first failure; it doubles with each. */
  readonly baseMs: number;
  readonly maxMs: number;
  /** So many answers that refuse an entry (500, unknown codes) park it. Calls that fail as a whole never do. */
  readonly maxRefusals: number;
}

export const DEFAULT_RETRY_POLICY: RetryPolicy = { baseMs: 1_000, maxMs: 300_000, maxRefusals: 5 };

/** A center that asks for more is asked again all the same: its clock may be wrong, and an hour is polite enough. */
const MAX_RETRY_AFTER_MS = 3_600_000;

/** However lucky the draw: enough to keep a dead center from being called in a circle. */
const MIN_SHARE = 0.1;

/**
 * How long to wait after the n-th failure: a random share of a time that doubles ("full jitter"), so that entries which
 * failed together do not come back together; at least what the center asked for.
 * @param failures from 1
 * @param random between 0 and 1
 */
export function retryDelayMs(policy: RetryPolicy, failures: number, random: number, retryAfterMs = 0): number {
  const ceilingMs = Math.min(policy.maxMs, policy.baseMs * 2 ** (failures - 1));
  const delayMs = Math.ceil(ceilingMs * Math.max(MIN_SHARE, random));
  return Math.max(delayMs, Math.min(retryAfterMs, MAX_RETRY_AFTER_MS));
}
