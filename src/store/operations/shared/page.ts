import type { Page } from '../../port.ts';

/** Enough for a screen, and prevents reading a whole table by accident. */
const DEFAULT_LIMIT = 100;

export function pageOf(page: Page): { limit: number; offset: number } {
  return { limit: page.limit ?? DEFAULT_LIMIT, offset: page.offset ?? 0 };
}
