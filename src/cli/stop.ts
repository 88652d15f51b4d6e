/**
 * Signals within this time count as one: for one Ctrl-C, the terminal and npm may both send a signal.
 */
const SAME_SIGNAL_MS = 300;

/** Resolves at the first SIGINT or SIGTERM. A second one ends the process at once, with exit code 1. */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    let stopping = false;
    let secondCounts = false;
    const stop = () => {
      if (!stopping) {
        stopping = true;
        resolve();
        // Between the two, the signals are read that came in time while closing kept the thread busy.
        setTimeout(() => setImmediate(() => (secondCounts = true)), SAME_SIGNAL_MS).unref();
      } else if (secondCounts) {
        process.exit(1);
      }
    };
    process.on('SIGINT', stop).on('SIGTERM', stop);
  });
}

/** Closes, and exits with code 1 if this takes longer than `mostMs`. */
export async function closeWithin(mostMs: number, close: () => Promise<void>): Promise<void> {
  const timer = setTimeout(() => process.exit(1), mostMs);
  try {
    await close();
  } finally {
    clearTimeout(timer);
  }
}
