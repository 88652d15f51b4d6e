import type { ISODuration } from '@0dep/piso';
import { addMonths, fromLocal, toLocal } from '../expressions/date-time.ts';

const DAY_MS = 86_400_000;

/**
 * Adds a duration to an instant, in epoch milliseconds. Years and months are counted in the calendar of the zone and end on
 * the last day of a month at the latest; weeks, days and times are lengths.
 * @param times how often it is added: twice a month after 31 January is 31 March
 * @throws {Error} the result is out of range
 */
export function addDuration(from: number, duration: ISODuration, timeZone: string, times = 1): number {
  const months = monthsOf(duration) * times;
  // ISO 8601 allows half a month, which no calendar has.
  if (!Number.isInteger(months)) return duration.getExpireAt(new Date(from), times).getTime();
  const moved = months === 0 ? from : fromLocal(addMonths(toLocal(from, timeZone), months), timeZone);
  const at = moved + Math.round(lengthOf(duration) * times);
  if (Number.isNaN(new Date(at).getTime())) throw new RangeError('out of range');
  return at;
}

/** Years and months, as months. */
export function monthsOf({ result: { Y = 0, M = 0 } }: ISODuration): number {
  return Y * 12 + M;
}

/** Weeks, days and times, in milliseconds. */
export function lengthOf({ result: { W = 0, D = 0, H = 0, m = 0, S = 0 } }: ISODuration): number {
  return (W * 7 + D) * DAY_MS + H * 3_600_000 + m * 60_000 + S * 1_000;
}
