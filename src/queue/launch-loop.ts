import { createPollLoop, type PollLoop, type PollSettings } from './poll-loop.ts';

/** A row that is being worked on. */
export interface LeasedRun<Row> {
  /** The row as it was leased last: what settles it must name that lease. */
  held: Row;
}

export interface LaunchLoop extends Pick<PollLoop, 'start' | 'wake'> {
  /** Resolves when nothing runs and nothing is due. */
  idle(): Promise<void>;
  /** Launches nothing any more; what runs goes on. */
  stop(): Promise<void>;
  /** Resolves when what runs now has ended. */
  settled(): Promise<void>;
}

export interface LaunchSettings<Row> extends PollSettings {
  /** How many rows may run at once at this moment; 0: none. */
  readonly limit: () => number;
  /** Epoch milliseconds of the next row, or null. */
  readonly nextDueAt: () => Promise<number | null>;
  /** Leases at most `limit` due rows. `taken` counts those too that are not to be run. */
  readonly lease: (limit: number) => Promise<{ readonly taken: number; readonly rows: readonly Row[] }>;
  readonly keyOf: (row: Row) => string;
  /** Does the work of a row and settles it in the store. What it throws goes to `onError`. */
  readonly run: (run: LeasedRun<Row>) => Promise<void>;
}

/**
 * Leases due rows and runs each by itself: one that is stuck holds up no other. A row whose lease ends while it runs
 * here is leased again and goes on under the new lease.
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

  async function settled(): Promise<void> {
    await Promise.all([...running.values()].map(({ work }) => work));
  }

  return {
    start: loop.start,
    wake: loop.wake,
    async idle() {
      await loop.idle();
      // A row that ends wakes the loop, which may launch the next.
      while (running.size > 0) {
        await settled();
        await loop.idle();
      }
    },
    stop: loop.stop,
    settled,
  };
}
