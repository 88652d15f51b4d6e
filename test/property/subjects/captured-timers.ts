import { AsyncLocalStorage } from 'node:async_hooks';

/** The timers of a piece of code that knows no other clock than the machine's, run by the clock of a test. */
export interface CapturedTimers {
  /** Time-outs that `work` sets, and nothing else that runs meanwhile, are kept here. */
  capture<Answer>(work: () => Promise<Answer>): Promise<Answer>;
  /** When the next one is due; null: none is set. */
  readonly dueAt: number | null;
  /** Runs those whose time has come. To be called inside `capture`. */
  fireDue(): void;
}

export function createTimers(clock: { readonly now: number }): CapturedTimers {
  const real = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout };
  // What earlier files of this worker left behind, such as a pool of connections, sets time-outs of its own.
  const context = new AsyncLocalStorage<true>();
  const pending = new Map<object, { readonly at: number; readonly run: () => void }>();

  function setCaptured(run: () => void, delayMs = 0): object {
    if (!context.getStore()) return real.setTimeout(run, delayMs);
    const handle = { unref: () => handle, ref: () => handle };
    pending.set(handle, { at: clock.now + delayMs, run });
    return handle;
  }

  function clearCaptured(handle: object): void {
    if (!pending.delete(handle)) real.clearTimeout(handle as NodeJS.Timeout);
  }

  return {
    async capture(work) {
      globalThis.setTimeout = setCaptured as unknown as typeof setTimeout;
      globalThis.clearTimeout = clearCaptured as typeof clearTimeout;
      try {
        return await context.run(true, work);
      } finally {
        globalThis.setTimeout = real.setTimeout;
        globalThis.clearTimeout = real.clearTimeout;
      }
    },
    get dueAt() {
      return pending.size === 0 ? null : Math.min(...[...pending.values()].map(({ at }) => at));
    },
    fireDue() {
      for (const [handle, { at, run }] of [...pending]) {
        if (at > clock.now) continue;
        pending.delete(handle);
        run();
      }
    },
  };
}
