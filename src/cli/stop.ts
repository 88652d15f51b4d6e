/**
 * Signals within this time count as one: for one Ctrl-C, the terminal and npm may both send a signal.
 */
const SAME_SIGNAL_MS = 300;

/** Resolves at the first SIGINT or SIGTERM. A second one ends the process at once, with exit code 1. */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    let first: number | undefined;
    const stop = () => {
      if (first === undefined) {
        first = performance.now();
        resolve();
      } else if (performance.now() - first > SAME_SIGNAL_MS) {
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
