import { readDueTime } from '../../model/timers/due-time.ts';

export const HOUR_MS = 3_600_000;

/** Rounds hours up to a whole number of at least 1; undefined if the value is not a number. */
export function wholeHours(value: unknown): number | undefined {
  const hours = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof hours === 'number' && Number.isFinite(hours) ? Math.max(1, Math.ceil(hours)) : undefined;
}

/**
 * Hours from `now` to a due date, rounded up, at least 1, because 0 means no timeout (spec, Limits).
 * @param due an ISO 8601 duration (`P2D`) or date; a date without an offset is in `timeZone`
 * @returns undefined if it is neither
 */
export function hoursUntil(due: unknown, now: number, timeZone: string): number | undefined {
  const at = readDueTime(due, now, timeZone);
  return at === undefined ? undefined : hoursLeft(at, now);
}

/** Hours until a time, rounded up, at least 1. */
export function hoursLeft(dueAt: number, now: number): number {
  return Math.max(1, Math.ceil((dueAt - now) / HOUR_MS));
}
