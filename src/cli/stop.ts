/**
 * A key pressed once is told twice where npm passes it on to a process that has it from the terminal already. So much
 * later it was pressed again.
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

/** Closes, and ends the process with exit code 1 where that takes too long. */
export async function closeWithin(mostMs: number, close: () => Promise<void>): Promise<void> {
  const timer = setTimeout(() => process.exit(1), mostMs);
  try {
    await close();
  } finally {
    clearTimeout(timer);
  }
}
