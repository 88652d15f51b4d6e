import { createPollLoop, type PollLoop, type PollSettings } from './poll-loop.ts';

/** A leased row that is being processed. */
export interface LeasedRun<Row> {
  /** The row with its latest lease; settle it with this lease. */
  readonly held: Row;
  /** To be asked before a call: whether the row is still leased. If it is not, the run must end without a call. */
  isHeld(): Promise<boolean>;
}

/**
 * A lease of this age needs no check before a call, because the database has just confirmed it. Shorter than the time after
 * which any holder is taken for dead.
 */
const FRESH_MS = 1_000;

/** Whether a call may be made without asking the database about the lease: by its age, which also grows while the process stands still. */
export function isFresh(leasedAt: number, now: number): boolean {
  return now - leasedAt <= FRESH_MS;
}

interface Running<Row> extends LeasedRun<Row> {
  held: Row;
  /** Epoch milliseconds. */
  leasedAt: number;
  /** Whether its lease was lost; it ends without a call. */
  isLost: boolean;
  work: Promise<void>;
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
  /** Asks the store whether the row is still leased, and begins its lease again. */
  readonly renew: (row: Row) => Promise<boolean>;
  /** Processes a row and settles it in the store. Its errors are passed to `onError`. */
  readonly run: (run: LeasedRun<Row>) => Promise<void>;
}

/**
 * Leases due rows and processes them concurrently: a row that is stuck does not delay others. If the lease of a running row
 * expires, it is leased again and continues with the new lease.
 */
export function createLaunchLoop<Row>(settings: LaunchSettings<Row>): LaunchLoop {
  const { limit, nextDueAt, lease, keyOf, renew, run, onError, clock } = settings;
  const running = new Map<string, Running<Row>>();

  const loop = createPollLoop(
    async () => {
      const room = limit() - running.size;
      if (room <= 0) return 0;
      const leasedAt = clock();
      const { taken, rows } = await lease(room);
      for (const row of rows) launch(row, leasedAt);
      return taken;
    },
    () => (running.size > 0 && running.size >= limit() ? Promise.resolve(null) : nextDueAt()),
    settings,
  );

  function launch(row: Row, leasedAt: number): void {
    const key = keyOf(row);
    const known = running.get(key);
    if (known && !known.isLost) {
      known.held = row;
      known.leasedAt = leasedAt;
      return;
    }
    const begun: Running<Row> = {
      ...{ held: row, leasedAt, isLost: false, work: Promise.resolve() },
      async isHeld() {
        if (isFresh(begun.leasedAt, clock())) return true;
        const askedAt = clock();
        begun.isLost = !(await renew(begun.held));
        if (!begun.isLost) begun.leasedAt = askedAt;
        return !begun.isLost;
      },
    };
    running.set(key, begun);
    begun.work = run(begun)
      .catch(onError)
      .finally(() => {
        // One that has lost its lease may have got it again, and so a new run.
        if (running.get(key) === begun) running.delete(key);
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
