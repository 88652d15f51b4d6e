import { Cron } from 'croner';
import { formatWireTime, parseWireTime } from '../../protocol/wire-time.ts';
import type { TimerTrigger } from '../nodes/event-node.ts';

type WrittenFor = TimerTrigger['writtenFor'];

/** Five fields starting with minutes, six with seconds, seven with a year; or `@daily` and the like, as in Spring. */
export function isCron(text: string): boolean {
  if (/^@[a-z]+$/i.test(text)) return true;
  const fields = text.split(/\s+/).length;
  return fields >= 5 && fields <= 7;
}

/** @throws {Error} the pattern is invalid, or matches no date */
export function checkCron(text: string, writtenFor: WrittenFor): void {
  if (neverFires(text, writtenFor)) throw new RangeError('never');
}

/** Whether a pattern matches no date, such as 30 February. @throws {Error} the pattern is invalid */
export function neverFires(text: string, writtenFor: WrittenFor): boolean {
  return nextCronTime(text, writtenFor, { from: 0, timeZone: 'UTC' }) === undefined;
}

/** Maximum number of days to try for `L-n`: up to four per month, enough for several leap years. */
const MAX_DAYS_TRIED = 200;
const SECOND_MS = 1_000;

/** The next time after `from` that matches a pattern in a time zone, in epoch milliseconds; undefined if there is none. */
export function nextCronTime(
  text: string,
  writtenFor: WrittenFor,
  { from, timeZone }: { readonly from: number; readonly timeZone: string },
): number | undefined {
  const { pattern, daysBeforeLast } = spellOutCron(text, startsWeekAtOne(text, writtenFor) ? 1 : 0);
  const cron = compile(pattern, writtenFor, timeZone);
  let at = from;
  for (let tried = 0; tried < MAX_DAYS_TRIED; tried += 1) {
    const next = cron.nextRun(new Date(at))?.getTime();
    if (next === undefined || daysBeforeLast === undefined) return next;
    const day = formatWireTime(next, timeZone).slice(0, 10);
    if (dayAfter(day, daysBeforeLast + 1).endsWith('-01')) return next;
    at = (parseWireTime(`${dayAfter(day, 1)} 00:00:00`, timeZone) ?? next + SECOND_MS) - SECOND_MS;
  }
  return undefined;
}

function dayAfter(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
}

/** Whether days of the week are written as numbers, which engines interpret differently. */
export function numbersWeekdays(text: string): boolean {
  return isCron(text) && /\d/.test(weekdayOf(text).replace(/[#/]\d+/g, ''));
}

/**
 * Whether Sunday is 1, as in the Quartz patterns of Camunda 7, Flowable and Activiti. It is 0 in the Spring patterns of
 * Camunda 8 and in Unix patterns, which have five fields.
 */
export function startsWeekAtOne(text: string, writtenFor: WrittenFor): boolean {
  return writtenFor !== 'zeebe' && text.split(/\s+/).length > 5;
}

function weekdayOf(text: string): string {
  const fields = text.split(/\s+/);
  return (fields.length === 5 ? fields[4] : fields[5]) ?? '';
}

function compile(text: string, writtenFor: WrittenFor, timezone: string): Cron {
  return new Cron(text, {
    timezone,
    paused: true,
    alternativeWeekdays: startsWeekAtOne(text, writtenFor),
    // Allows `0/5`, as Quartz and Spring do.
    sloppyRanges: true,
    // Day of month and day of week must both match, as in Quartz and Spring.
    domAndDow: text.split(/\s+/).length > 5,
  });
}

/** A cron pattern without the Quartz forms that the cron library does not support. */
export interface SpelledCron {
  readonly pattern: string;
  /** `L-3`: only this many days before the last of a month. */
  readonly daysBeforeLast?: number;
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

/** The range of a field, and the names of its values. */
interface Field {
  readonly first: number;
  readonly last: number;
  readonly names: readonly string[];
}

/**
 * Replaces ranges that wrap around (`FRI-MON`, `22-2`, `NOV-FEB`; Quartz, CronExpression) by lists of values, and `L-n` by
 * the list of possible days.
 * @param firstWeekday the number of Sunday
 */
function spellOutCron(text: string, firstWeekday: 0 | 1): SpelledCron {
  const given = text.split(/\s+/);
  if (given.length < 5) return { pattern: text };
  const kinds = fieldKinds(firstWeekday).slice(given.length === 5 ? 1 : 0);
  const fields = given.map((field, index) => {
    const kind = kinds[index];
    return kind === undefined
      ? field
      : field
          .split(',')
          .map((part) => unwrap(part, kind))
          .join();
  });
  const at = given.length === 5 ? 2 : 3;
  const before = /^L-(\d{1,2})$/i.exec(fields[at] ?? '')?.[1];
  if (before === undefined || Number(before) > 30) return { pattern: fields.join(' ') };
  const days = [28, 29, 30, 31].flatMap((last) => (last > Number(before) ? last - Number(before) : []));
  return { pattern: fields.with(at, days.join()).join(' '), daysBeforeLast: Number(before) };
}

function fieldKinds(firstWeekday: 0 | 1): readonly Field[] {
  const count = (first: number, last: number, names: readonly string[] = []): Field => ({ first, last, names });
  return [
    count(0, 59),
    count(0, 59),
    count(0, 23),
    count(1, 31),
    count(1, 12, MONTHS),
    count(firstWeekday, firstWeekday + 6, WEEKDAYS),
  ];
}

function unwrap(part: string, { first, last, names }: Field): string {
  const [, from = '', to = '', step = '1'] = /^(\w+)-(\w+)(?:\/(\d+))?$/.exec(part) ?? [];
  const start = numberOf(from, first, names);
  const end = numberOf(to, first, names);
  // The library refuses values outside the range of the field.
  if (start === undefined || end === undefined || start <= end || start > last || end < first) return part;
  const size = last - first + 1;
  const values = Array.from({ length: end + size - start + 1 }, (_, index) => first + ((start + index - first) % size));
  return values.filter((_, index) => Number(step) > 0 && index % Number(step) === 0).join();
}

function numberOf(text: string, first: number, names: readonly string[]): number | undefined {
  if (/^\d+$/.test(text)) return Number(text);
  const index = names.indexOf(text.toUpperCase());
  return index === -1 ? undefined : first + index;
}
