/** The page shows what a running service does, and nothing tells it of changes. */
const LOOK_EVERY_MS = 4_000;
const LOOK_AT_LEAST_EVERY_MS = 60_000;

/** A search through all rows must not keep the service busy, however many pages show it. */
const PAUSES_PER_LOOK = 50;

/** How long a page waits before it looks again. @param tookMs of the latest answer */
export function pauseAfter(tookMs: number): number {
  return Math.min(LOOK_AT_LEAST_EVERY_MS, Math.max(LOOK_EVERY_MS, PAUSES_PER_LOOK * tookMs));
}
