import type { Page } from '../../port.ts';

/** So many rows when the caller names no number: enough for a screen, and never the whole table by accident. */
const DEFAULT_LIMIT = 100;

export function pageOf(page: Page): { limit: number; offset: number } {
  return { limit: page.limit ?? DEFAULT_LIMIT, offset: page.offset ?? 0 };
}
