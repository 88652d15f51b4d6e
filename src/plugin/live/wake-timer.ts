/** Node's timers hold at most 2^31-1 milliseconds. A longer wait is split. */
const MAX_TIMEOUT_MS = 2_147_483_647;

/** Calls `wake` when the instance has something to do; does not keep the process alive. */
export function createWakeTimer(clock: () => number, wake: () => void): { set(at: number | null): void } {
  let pending: NodeJS.Timeout | undefined;
  return {
    set(at) {
      clearTimeout(pending);
      if (at === null) return;
      pending = setTimeout(wake, Math.min(Math.max(0, at - clock()), MAX_TIMEOUT_MS)).unref();
    },
  };
}
