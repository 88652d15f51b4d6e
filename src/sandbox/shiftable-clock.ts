/** A clock that can be set forward. */
export interface ShiftableClock {
  /** Epoch milliseconds. */
  now(): number;
  /** How far it is ahead of the base clock, in milliseconds. */
  ahead(): number;
  advance(ms: number): void;
}

/** @param base the base clock, in epoch milliseconds */
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
