import { performance } from 'node:perf_hooks';

/** How often the clock of the database is read. In between, the clock of the machine drifts by less than 5 ms. */
const ASK_MS = 10_000;

export interface DatabaseClock {
  /** The time of the database in epoch milliseconds. Its error is at most half the duration of the fastest query. */
  readonly now: () => number;
  readonly stop: () => void;
}

/**
 * The clock that all bridges of a database share. Leases and due times are compared with it, so a bridge whose own clock is
 * wrong or changed neither takes leased rows nor misses due ones.
 * @param askDatabase returns the time of the database in epoch milliseconds
 * @throws the first error of `askDatabase`; later failures do not change the clock
 */
export async function startDatabaseClock(askDatabase: () => Promise<number>): Promise<DatabaseClock> {
  let { offset } = await measure(askDatabase);
  let asking = false;

  async function adjust(): Promise<void> {
    if (asking) return;
    asking = true;
    try {
      const { offset: measured, error } = await measure(askDatabase);
      // Corrected only as far as the answer proves; a slow answer proves little.
      offset = Math.min(Math.max(offset, measured - error), measured + error);
    } catch {
      // The database is not reachable; other operations report this.
    } finally {
      asking = false;
    }
  }

  const timer = setInterval(() => void adjust(), ASK_MS);
  timer.unref();
  return { now: () => Math.round(performance.now() + offset), stop: () => clearInterval(timer) };
}

async function measure(askDatabase: () => Promise<number>): Promise<{ offset: number; error: number }> {
  const asked = performance.now();
  const present = await askDatabase();
  const answered = performance.now();
  return { offset: present - (asked + answered) / 2, error: (answered - asked) / 2 };
}
