import { createPollLoop, type PollLoop, type PollSettings } from './poll-loop.ts';

/** A leased row that is being processed. */
export interface LeasedRun<Row> {
  /** The row with its latest lease; settle it with this lease. */
  held: Row;
}

export interface LaunchLoop extends Pick<PollLoop, 'start' | 'wake'> {
  /** Resolves when no row is being processed or due. */
  idle(): Promise<void>;
  /** Starts no further rows; running ones continue. */
  stop(): Promise<void>;
  /** Resolves when the running rows have ended. */
  drained(): Promise<void>;
}

export interface LaunchSettings<Row> extends PollSettings {
  /** Maximum number of concurrent rows at this moment. */
  readonly limit: () => number;
  /** Due time of the next row in epoch milliseconds; null: none. */
  readonly nextDueAt: () => Promise<number | null>;
  /** Leases at most `limit` due rows. `taken` includes rows that are not run. */
  readonly lease: (limit: number) => Promise<{ readonly taken: number; readonly rows: readonly Row[] }>;
  readonly keyOf: (row: Row) => string;
  /** Processes a row and settles it in the store. Its errors are passed to `onError`. */
  readonly run: (run: LeasedRun<Row>) => Promise<void>;
}

/**
 * Leases due rows and processes them concurrently: a row that is stuck does not delay others. If the lease of a running row
 * expires, it is leased again and continues with the new lease.
 */
export function createLaunchLoop<Row>(settings: LaunchSettings<Row>): LaunchLoop {
  const { limit, nextDueAt, lease, keyOf, run, onError } = settings;
  const running = new Map<string, { readonly leased: LeasedRun<Row>; work: Promise<void> }>();

  const loop = createPollLoop(
    async () => {
      const room = limit() - running.size;
      if (room <= 0) return 0;
      const { taken, rows } = await lease(room);
      for (const row of rows) launch(row);
      return taken;
    },
    () => (running.size > 0 && running.size >= limit() ? Promise.resolve(null) : nextDueAt()),
    settings,
  );

  function launch(row: Row): void {
    const key = keyOf(row);
    const known = running.get(key);
    if (known) {
      known.leased.held = row;
      return;
    }
    const begun = { leased: { held: row }, work: Promise.resolve() };
    running.set(key, begun);
    begun.work = run(begun.leased)
      .catch(onError)
      .finally(() => {
        running.delete(key);
        loop.wake();
      });
  }

  async function drained(): Promise<void> {
    await Promise.all([...running.values()].map(({ work }) => work));
  }

  return {
    start: loop.start,
    wake: loop.wake,
    async idle() {
      await loop.idle();
      // A row that ends wakes the loop, which may start the next one.
      while (running.size > 0) {
        await drained();
        await loop.idle();
      }
    },
    stop: loop.stop,
    drained,
  };
}
