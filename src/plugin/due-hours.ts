import { getDate, parseDuration } from '@0dep/piso';
import { parseWireTime } from '../protocol/wire-time.ts';

const HOUR_MS = 3_600_000;

/** Hours as a whole number of at least one; undefined when the value is no number. */
export function wholeHours(value: unknown): number | undefined {
  const hours = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof hours === 'number' && Number.isFinite(hours) ? Math.max(1, Math.ceil(hours)) : undefined;
}

/**
 * Hours from `now` to a due date, rounded up and at least one, since none means no time-out (spec, Limits).
 * @param due an ISO 8601 duration (`P2D`) or date; a date without an offset is in `timeZone`
 * @returns undefined when it is neither
 */
export function hoursUntil(due: unknown, now: number, timeZone: string): number | undefined {
  if (typeof due !== 'string') return undefined;
  const at = due.trim().startsWith('P') ? afterDuration(due.trim(), now) : readDate(due.trim(), timeZone);
  return at === undefined ? undefined : Math.max(1, Math.ceil((at - now) / HOUR_MS));
}

function afterDuration(text: string, now: number): number | undefined {
  try {
    return parseDuration(text).getExpireAt(new Date(now)).getTime();
  } catch {
    return undefined;
  }
}

function readDate(text: string, timeZone: string): number | undefined {
  const local = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?(?:\.\d+)?)?$/.exec(text);
  if (local) return parseWireTime(`${local[1]} ${local[2] ?? '00:00'}${local[3] ?? ':00'}`, timeZone);
  try {
    return getDate(text).getTime();
  } catch {
    return undefined;
  }
}
