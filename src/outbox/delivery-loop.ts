export interface DeliveryLoopOptions {
  readonly deliver: () => Promise<unknown>;
  /** Epoch milliseconds; null: nothing waits. */
  readonly nextDueAt: () => Promise<number | null>;
  readonly clock: () => number;
  readonly pollMs: number;
  readonly onError: (error: unknown) => void;
}

export interface DeliveryLoop {
  start(): void;
  wake(): void;
  /** Resolves when the delivery that runs is done. */
  stop(): Promise<void>;
}

/** When something is due and still nothing could be leased, another holder is just taking it. */
const MIN_SLEEP_MS = 20;

/** Delivers, sleeps until the next entry is due or `pollMs` are over or somebody wakes it, and again. */
export function createDeliveryLoop(options: DeliveryLoopOptions): DeliveryLoop {
  const { pollMs } = options;
  let running: Promise<void> | undefined;
  let isStopping = false;
  let isWoken = false;
  let endSleep: (() => void) | undefined;

  function wake(): void {
    isWoken = true;
    endSleep?.();
  }

  async function sleep(sleepMs: number): Promise<void> {
    // Woken since the last look: there is something that it has not seen.
    if (isWoken || isStopping) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, sleepMs);
      endSleep = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    endSleep = undefined;
  }

  /** @returns how long to sleep */
  async function turn(): Promise<number> {
    isWoken = false;
    try {
      await options.deliver();
      const nextDueAt = await options.nextDueAt();
      if (nextDueAt === null) return pollMs;
      return Math.min(pollMs, Math.max(MIN_SLEEP_MS, nextDueAt - options.clock()));
    } catch (error) {
      if (!isStopping) options.onError(error);
      return pollMs;
    }
  }

  async function run(): Promise<void> {
    while (!isStopping) await sleep(await turn());
  }

  return {
    start: () => {
      if (!isStopping) running ??= run();
    },
    wake,
    stop: async () => {
      isStopping = true;
      wake();
      await running;
    },
  };
}
