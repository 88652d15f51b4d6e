import { formatWireTime, parseWireTime } from '../../protocol/wire-time.ts';
import { EvaluationError } from './expression-errors.ts';

/**
 * Instants in expressions are ISO 8601 texts with an offset, such as `2030-01-31T18:00:00.000+08:00`: plain JSON, and valid
 * values for timers and due dates.
 */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?(Z|[+-]\d\d:\d\d)$/;

export function writeInstant(epochMs: number, timeZone: string): string {
  try {
    const local = formatWireTime(epochMs, timeZone).replace(' ', 'T');
    const ms = ((epochMs % 1000) + 1000) % 1000;
    const offsetMinutes = Math.round((Date.parse(`${local}Z`) - (epochMs - ms)) / 60_000);
    const sign = offsetMinutes < 0 ? '-' : '+';
    const minutes = Math.abs(offsetMinutes);
    const offset = `${sign}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
    return `${local}.${String(ms).padStart(3, '0')}${offset}`;
  } catch {
    throw new EvaluationError('a date is out of range');
  }
}

/** Epoch milliseconds; undefined if the value is not an instant. */
export function readInstant(value: unknown): number | undefined {
  if (typeof value !== 'string' || !INSTANT.test(value)) return undefined;
  const epochMs = Date.parse(value);
  return Number.isNaN(epochMs) ? undefined : epochMs;
}

const LENGTHS_MS: ReadonlyMap<string, number> = new Map([
  ['Hours', 3_600_000],
  ['Minutes', 60_000],
  ['Seconds', 1000],
  ['Millis', 1],
]);
/** Calendar units in months or days. Added to the local time, so that the hour stays the same across daylight saving changes. */
const CALENDAR: ReadonlyMap<string, readonly [months: number, days: number]> = new Map([
  ['Years', [12, 0]],
  ['Months', [1, 0]],
  ['Weeks', [0, 7]],
  ['Days', [0, 1]],
]);

export const DATE_UNITS: readonly string[] = [...CALENDAR.keys(), ...LENGTHS_MS.keys()];

/** Implements `plusDays(3)` and similar methods. @param unit one of {@link DATE_UNITS} */
export function addToInstant(epochMs: number, unit: string, count: number, timeZone: string): string {
  const lengthMs = LENGTHS_MS.get(unit);
  if (lengthMs !== undefined) return writeInstant(epochMs + Math.trunc(count) * lengthMs, timeZone);
  const [months, days] = CALENDAR.get(unit) ?? [0, 0];
  const local = addMonths(toLocal(epochMs, timeZone), months * Math.trunc(count)) + days * Math.trunc(count) * DAY_MS;
  return writeInstant(fromLocal(local, timeZone), timeZone);
}

/** Midnight at the start of the day. */
export function startOfDay(epochMs: number, timeZone: string): string {
  return writeInstant(fromLocal(Math.floor(toLocal(epochMs, timeZone) / DAY_MS) * DAY_MS, timeZone), timeZone);
}

const DAY_MS = 86_400_000;

/** At most the last day of the month, as in Java and FEEL: a month after 31 January is 28 or 29 February. */
export function addMonths(localMs: number, months: number): number {
  const date = new Date(localMs);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const daysInMonth = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return date.setUTCDate(Math.min(day, daysInMonth));
}

/** The local time of the zone at an instant, as if it were UTC. */
export function toLocal(epochMs: number, timeZone: string): number {
  return Date.parse(`${writeInstant(epochMs, timeZone).slice(0, 23)}Z`);
}

/**
 * The instant of a local time; one that is skipped by daylight saving time is moved one hour ahead.
 * @throws {EvaluationError} it is out of range
 */
export function fromLocal(localMs: number, timeZone: string): number {
  const local = new Date(localMs);
  if (Number.isNaN(local.getTime())) throw new EvaluationError('a date is out of range');
  const read = (ms: number) => parseWireTime(new Date(ms).toISOString().slice(0, 19).replace('T', ' '), timeZone);
  const second = read(localMs) ?? read(localMs + 3_600_000);
  if (second === undefined) throw new EvaluationError('a date is out of range');
  return second + local.getUTCMilliseconds();
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
