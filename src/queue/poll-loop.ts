/** Processes due rows repeatedly. It relies on polling; `wake` only makes it faster. */
export interface PollLoop {
  start(): void;
  /** Starts a round at once. */
  wake(): void;
  /** Resolves when the current rounds have ended. */
  idle(): Promise<void>;
  /** Starts no further rounds; resolves when the current one has ended. */
  stop(): Promise<void>;
}

/** Minimum pause, for rows that are due but that another holder is just leasing. */
const MIN_SLEEP_MS = 20;

/** Node's timers hold at most 2^31-1 milliseconds. A longer wait is split. */
const MAX_SLEEP_MS = 2_147_483_647;

export interface PollSettings {
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Maximum pause, because other processes can commit rows; infinite if whoever owns the loop wakes it often enough. */
  readonly pollMs: number;
  /** Called with the error of a round; the next round tries again. */
  readonly onError: (error: unknown) => void;
  /** Called when `nextDueAt` has answered. */
  readonly onPolled?: () => void;
}

/**
 * @param round processes due rows and returns their number; if it is not 0, more may be due
 * @param nextDueAt returns the due time of the next row in epoch milliseconds, or null
 */
export function createPollLoop(
  round: () => Promise<number>,
  nextDueAt: () => Promise<number | null>,
  { clock, pollMs, onError, onPolled }: PollSettings,
): PollLoop {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let wanted = false;
  let stopped = true;

  async function runRounds(): Promise<void> {
    let sleepMs = pollMs;
    try {
      let dueAt: number | null;
      do {
        wanted = false;
        dueAt = await nextDueAt();
        onPolled?.();
        // Most polls find nothing, and this is one query, while leasing rows is a transaction.
        while (!stopped && dueAt !== null && dueAt <= clock()) {
          const taken = await round();
          dueAt = await nextDueAt();
          if (taken === 0) break;
        }
      } while (wanted && !stopped);
      if (dueAt !== null) sleepMs = Math.min(pollMs, Math.max(MIN_SLEEP_MS, dueAt - clock()));
    } catch (error) {
      onError(error);
    }
    running = undefined;
    if (stopped) return;
    if (wanted) wakeNow();
    else timer = setTimeout(wakeNow, Math.min(sleepMs, MAX_SLEEP_MS));
  }

  function wakeNow(): void {
    if (stopped) return;
    clearTimeout(timer);
    wanted = true;
    running ??= runRounds();
  }

  return {
    start() {
      stopped = false;
      wakeNow();
    },
    wake: wakeNow,
    async idle() {
      while (running) await running;
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      while (running) await running;
    },
  };
}
