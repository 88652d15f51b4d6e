import { performance } from 'node:perf_hooks';

/** How often the clock of the database is asked for. In between a machine's own time is off by less than 5 ms. */
const ASK_MS = 10_000;

export interface DatabaseClock {
  /** The present of the database in epoch milliseconds, off by half the time of the quickest answer at most. */
  readonly now: () => number;
  readonly stop: () => void;
}

/**
 * The clock that all nodes of a database share: leases and due times are compared by it, so that a node whose own clock
 * is wrong, or is set, neither takes what another still holds nor waits for what is due.
 * @param askDatabase its present in epoch milliseconds
 * @throws what `askDatabase` throws at the first time; later failures leave the clock as it is
 */
export async function startDatabaseClock(askDatabase: () => Promise<number>): Promise<DatabaseClock> {
  let { offset } = await measure(askDatabase);
  let asking = false;

  async function adjust(): Promise<void> {
    if (asking) return;
    asking = true;
    try {
      const { offset: measured, error } = await measure(askDatabase);
      // Only as far as the answer shows it to be wrong: a slow answer shows little.
      offset = Math.min(Math.max(offset, measured - error), measured + error);
    } catch {
      // The database is away; who asks it for more is told.
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
