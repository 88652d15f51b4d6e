/** A clock that can be set forward. */
export interface ShiftableClock {
  /** Epoch milliseconds. */
  now(): number;
  /** How far it is ahead of the one beneath it, in milliseconds. */
  ahead(): number;
  advance(ms: number): void;
}

/** @param base epoch milliseconds, of the clock beneath it */
export function createShiftableClock(base: () => number): ShiftableClock {
  let aheadMs = 0;
  return {
    now: () => base() + aheadMs,
    ahead: () => aheadMs,
    advance(ms) {
      aheadMs += ms;
    },
  };
}
