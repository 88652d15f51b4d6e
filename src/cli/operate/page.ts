import type { Call } from './action.ts';

const DEFAULT_LIMIT = 50;

/** The part of a list that was asked for; one row more than are printed shows whether others follow. */
export function pageOf(call: Call): { readonly limit: number; readonly offset: number } {
  return { limit: limitOf(call) + 1, offset: call.number('offset') ?? 0 };
}

export function limitOf(call: Call): number {
  return call.number('limit') ?? DEFAULT_LIMIT;
}

/**
 * Prints a list, and how to see what follows.
 * @param rows up to one more than are printed
 * @param next the options that continue the list after its last row; default: `--offset`
 */
export function printPage<Row>(
  call: Call,
  rows: readonly Row[],
  {
    none,
    lines,
    next,
  }: {
    readonly none: string;
    readonly lines: (shown: readonly Row[]) => readonly string[];
    readonly next?: (last: Row) => string;
  },
): void {
  const limit = limitOf(call);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  const follows = hasMore ? (next?.(last) ?? `--offset ${(call.number('offset') ?? 0) + limit}`) : undefined;
  const text = shown.length === 0 ? [none] : lines(shown);
  call.print(shown, [...text, ...(follows === undefined ? [] : ['', `There are more: ${follows}`])]);
}
