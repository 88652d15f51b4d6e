import { type Backoff, backoffMs } from './backoff.ts';

/**
 * Protects a center that does not answer from the whole backlog. After a call that failed as a whole, no call is made for a
 * pause, which grows with each failure. Then a single entry is tried; the others follow only when it is answered. The
 * state is that of this process: each bridge finds out for itself. ("Circuit breaker", M. Nygard, Release It!)
 */
export interface Circuit {
  /** When the next call may be made; epoch milliseconds, 0 while all is well. */
  readonly openUntil: number;
  /** Whether the center answered the last call that failed, and refused it. */
  readonly isRefused: boolean;
  /** Most entries that may be on their way at once. */
  limit(most: number): number;
  /** When something that is due at this moment may be sent. */
  notBefore(dueAt: number | null): number | null;
  failed(now: number, call: FailedCall): void;
  /** Ends the pause; a single entry is tried, as after it. */
  tryNow(): void;
  answered(): void;
}

/** How a call failed. */
interface FailedCall {
  readonly retryAfterMs?: number;
  readonly isRefusal?: true;
}

/** @param random between 0 and 1 */
export function createCircuit(backoff: Backoff, clock: () => number, random: () => number): Circuit {
  let failures = 0;
  let openUntil = 0;
  let isRefused = false;
  return {
    get isRefused() {
      return isRefused;
    },
    get openUntil() {
      return openUntil;
    },
    limit(most) {
      if (failures === 0) return most;
      return clock() < openUntil ? 0 : Math.min(most, 1);
    },
    notBefore: (dueAt) => (dueAt === null ? null : Math.max(dueAt, openUntil)),
    failed(now, { retryAfterMs, isRefusal = false }) {
      isRefused = isRefusal;
      // Calls that were on their way together fail together: that is one failure.
      if (now >= openUntil) failures += 1;
      openUntil = Math.max(openUntil, now + backoffMs(backoff, failures, random(), retryAfterMs));
    },
    tryNow() {
      openUntil = 0;
    },
    answered() {
      failures = 0;
      openUntil = 0;
      isRefused = false;
    },
  };
}
