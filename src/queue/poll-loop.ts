/** Works off due rows again and again: polling is the truth, a wake only hastens it. */
export interface PollLoop {
  start(): void;
  /** Looks for work at once. */
  wake(): void;
  /** Resolves when the rounds under way are over. */
  idle(): Promise<void>;
  /** No round begins any more; resolves when the one under way is over. */
  stop(): Promise<void>;
}

/** When something is due and still could not be taken, another holder is just taking it. */
const MIN_SLEEP_MS = 20;

/** A timer of Node holds at most 2^31-1 milliseconds; a longer wait is cut and looked at again. */
const MAX_SLEEP_MS = 2_147_483_647;

export interface PollSettings {
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** The longest sleep, for rows that other processes commit. */
  readonly pollMs: number;
  /** Told what a round threw; the next one tries again. */
  readonly onError: (error: unknown) => void;
}

/**
 * @param round called when something is due: does it and returns how many rows it took; more may be due when it took any
 * @param nextDueAt epoch milliseconds of the next row, or null
 */
export function createPollLoop(
  round: () => Promise<number>,
  nextDueAt: () => Promise<number | null>,
  { clock, pollMs, onError }: PollSettings,
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
        // Asked first: most looks find nothing, and to ask is one query, where to take rows is a transaction.
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
