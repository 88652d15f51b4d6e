import { parseDuration } from '@0dep/piso';
import { addDuration } from './add-duration.ts';
import { readIsoDate } from './iso-date.ts';

/**
 * The time of a due date or of a message, in epoch milliseconds.
 * @param due an ISO 8601 duration (`P2D`) from `now`, or a date; a date without an offset or zone is in `timeZone`
 * @returns undefined if it is neither
 */
export function readDueTime(due: unknown, now: number, timeZone: string): number | undefined {
  if (typeof due !== 'string') return undefined;
  const text = due.trim();
  const at = text.startsWith('P') ? afterDuration(text, now, timeZone) : readDate(text, timeZone);
  return at === undefined || Number.isNaN(at) ? undefined : at;
}

function afterDuration(text: string, now: number, timeZone: string): number | undefined {
  try {
    return addDuration(now, parseDuration(text), timeZone);
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
