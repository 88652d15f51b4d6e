import type { Page } from '../../port.ts';

/** Enough for a screen, and prevents reading a whole table by accident. */
const DEFAULT_LIMIT = 100;

export function limitOf({ limit }: Page): number {
  return limit ?? DEFAULT_LIMIT;
}
