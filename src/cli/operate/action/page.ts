import { UsageError } from '../../command.ts';
import type { Call } from './action.ts';
import { COUNT, type Flag, LIMIT } from './flags.ts';

const DEFAULT_LIMIT = 50;

/** The flags that every list has beside its filters. @param what the id that a row is named by, such as `<taskId>` */
export function pageFlags(what: string): readonly Flag[] {
  return [LIMIT, { name: 'after', value: what, text: 'only those after this one' }, COUNT];
}

/** A filter from the flags that are given. @param flags the name of a flag for each field */
export function filterFrom<Field extends string>(
  call: Call,
  flags: Readonly<Record<Field, string>>,
): { readonly [Name in Field]?: string } {
  const given = Object.entries<string>(flags).map(([field, flag]) => [field, call.text(flag)] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined)) as { [Name in Field]?: string };
}

/** @throws {UsageError} it is no date */
export function timeFlag(call: Call, flag: string): number | undefined {
  const value = call.text(flag);
  if (value === undefined) return undefined;
  const time = /^\d{4}-\d{2}-\d{2}/.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(time))
    throw new UsageError(`--${flag} ${value}: must be a date, such as 2026-05-04 or 2026-05-04T08:00:00Z.`);
  return time;
}

export interface PrintedList<Row> {
  /** Rows of the part that was asked for; one more than are printed shows whether others follow. */
  readonly list: (page: { readonly limit: number; readonly after?: string }) => Promise<readonly Row[]>;
  /** Absent: the list has no `--count`. */
  readonly count?: () => Promise<number>;
  /** Printed when there are no rows. */
  readonly none: string;
  readonly lines: (shown: readonly Row[]) => readonly string[];
  /** The id of a row, after which the list is continued. */
  readonly idOf: (row: Row) => string | number;
}

/** Prints a part of a list and how to see what follows, or with `--count` only how many there are. */
export async function printList<Row>(
  call: Call,
  { list, count, none, lines, idOf }: PrintedList<Row>,
): Promise<undefined> {
  if (count !== undefined && call.has('count')) {
    const number = await count();
    call.print({ count: number }, [String(number)]);
    return undefined;
  }
  const limit = call.number('limit') ?? DEFAULT_LIMIT;
  // Of none it would say that there are none.
  if (limit === 0) throw new UsageError('--limit 0: must be 1 or more.');
  const after = call.text('after');
  const rows = await list({ limit: limit + 1, ...(after !== undefined && { after }) });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const follows = rows.length > limit && last !== undefined ? ['', `There are more: --after ${idOf(last)}`] : [];
  call.print(shown, [...(shown.length === 0 ? [none] : lines(shown)), ...follows]);
  return undefined;
}
