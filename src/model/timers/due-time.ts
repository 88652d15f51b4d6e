import { parseDuration } from '@0dep/piso';
import { readIsoDate } from './iso-date.ts';

/**
 * The moment that a due date or the time of a message names, in epoch milliseconds.
 * @param due an ISO 8601 duration (`P2D`) from `now` on, or a date; one without an offset and a zone is in `timeZone`
 * @returns undefined when it is neither
 */
export function readDueTime(due: unknown, now: number, timeZone: string): number | undefined {
  if (typeof due !== 'string') return undefined;
  const text = due.trim();
  const at = text.startsWith('P') ? afterDuration(text, now) : readDate(text, timeZone);
  return at === undefined || Number.isNaN(at) ? undefined : at;
}

function afterDuration(text: string, now: number): number | undefined {
  try {
    return parseDuration(text).getExpireAt(new Date(now)).getTime();
  } catch {
    return undefined;
  }
}

function readDate(text: string, timeZone: string): number | undefined {
  try {
    return readIsoDate(text, timeZone);
  } catch {
    return undefined;
  }
}
