import { Cron } from 'croner';
import { formatWireTime, parseWireTime } from '../../protocol/wire-time.ts';
import type { TimerTrigger } from '../nodes/event-node.ts';
import { spellOutCron } from './spell-out-cron.ts';

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
