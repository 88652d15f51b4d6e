/** Exponential back-off between attempts. */
export interface Backoff {
  /** Delay after the first failure, in milliseconds; it doubles with each further failure. */
  readonly retryMinMs: number;
  /** Maximum delay, in milliseconds. */
  readonly retryMaxMs: number;
}

/** When a report or message is retried, and when it is parked. */
export interface RetryPolicy extends Backoff {
  /** Number of answers that refuse an entry (500, unknown codes) after which it is parked. Calls that fail as a whole are not counted. */
  readonly maxItemAttempts: number;
}

/** Upper limit for Retry-After, because the clock of the center may be wrong. */
const MAX_RETRY_AFTER_MS = 3_600_000;

/** Minimum share of the delay after jitter, so that a center that is down is not called in a tight loop. */
const MIN_SHARE = 0.1;

/**
 * The delay in milliseconds after the n-th failure: exponential back-off.
 * @param failures from 1
 * @param random between 0 and 1: the share of the delay ("full jitter"), so that entries that failed together are not
 * retried together. Default: no jitter
 * @param retryAfterMs minimum delay, from the header Retry-After
 */
export function backoffMs({ retryMinMs, retryMaxMs }: Backoff, failures: number, random = 1, retryAfterMs = 0): number {
  const ceilingMs = Math.min(retryMaxMs, retryMinMs * 2 ** (failures - 1));
  const delayMs = Math.ceil(ceilingMs * Math.max(MIN_SHARE, random));
  return Math.max(delayMs, Math.min(retryAfterMs, MAX_RETRY_AFTER_MS));
}
