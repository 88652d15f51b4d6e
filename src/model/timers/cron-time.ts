import { Cron } from 'croner';
import { formatWireTime, parseWireTime } from '../../protocol/wire-time.ts';
import type { TimerTrigger } from '../process-model.ts';
import { spellOutCron } from './spell-out-cron.ts';

type WrittenFor = TimerTrigger['writtenFor'];

/** Five fields from minutes on, six from seconds on, seven with a year; or `@daily` and the like, as in Spring. */
export function isCron(text: string): boolean {
  if (/^@[a-z]+$/i.test(text)) return true;
  const fields = text.split(/\s+/).length;
  return fields >= 5 && fields <= 7;
}

/** @throws {Error} it is no pattern that can be read, or one that no time fits */
export function checkCron(text: string, writtenFor: WrittenFor): void {
  if (neverFires(text, writtenFor)) throw new RangeError('never');
}

/** Whether no time fits a pattern, such as the 30th of February. @throws {Error} it is no pattern that can be read */
export function neverFires(text: string, writtenFor: WrittenFor): boolean {
  return nextCronTime(text, writtenFor, { from: 0, timeZone: 'UTC' }) === undefined;
}

/** Days that are looked at for one before the last of a month: four a month, in every leap year of a long time. */
const MAX_DAYS_TRIED = 200;
const SECOND_MS = 1_000;

/** When a pattern fires next behind an instant, by the clocks of a zone; undefined: never again. */
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

/** Whether days of the week are numbers, which not all read alike. */
export function numbersWeekdays(text: string): boolean {
  return isCron(text) && /\d/.test(weekdayOf(text).replace(/[#/]\d+/g, ''));
}

/**
 * Camunda 7, Flowable and Activiti read Quartz, where Sunday is 1; Camunda 8 reads Spring's patterns and five fields are
 * those of Unix, where it is 0.
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
    // Quartz and Spring: `0/5`.
    sloppyRanges: true,
    // Quartz and Spring: both have to fit.
    domAndDow: text.split(/\s+/).length > 5,
  });
}
