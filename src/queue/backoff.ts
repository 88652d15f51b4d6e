/** How long to wait between attempts. */
export interface Backoff {
  /** After the first failure; it doubles with each further one. */
  readonly retryMinMs: number;
  /** The longest wait. */
  readonly retryMaxMs: number;
}

/** When something that goes to the center is tried again, and when it is parked. */
export interface RetryPolicy extends Backoff {
  /** So many answers that refuse an entry (500, unknown codes) park it. Calls that fail as a whole never do. */
  readonly maxItemAttempts: number;
}

/** A center that asks for a longer wait is asked again after an hour all the same: its clock may be wrong. */
const MAX_RETRY_AFTER_MS = 3_600_000;

/** The smallest share of the wait that a draw may leave, so that a dead center is not called in a tight loop. */
const MIN_SHARE = 0.1;

/**
 * Milliseconds to wait after the n-th failure: exponential back-off.
 * @param failures from 1
 * @param random between 0 and 1: the share of the wait that is taken ("full jitter"), so that entries which failed
 * together do not come back together; left out, the whole wait
 * @param retryAfterMs what the other side asked for: the wait is at least that long
 */
export function backoffMs({ retryMinMs, retryMaxMs }: Backoff, failures: number, random = 1, retryAfterMs = 0): number {
  const ceilingMs = Math.min(retryMaxMs, retryMinMs * 2 ** (failures - 1));
  const delayMs = Math.ceil(ceilingMs * Math.max(MIN_SHARE, random));
  return Math.max(delayMs, Math.min(retryAfterMs, MAX_RETRY_AFTER_MS));
}
