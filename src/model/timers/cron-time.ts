import { Cron } from 'croner';
import type { TimerTrigger } from '../process-model.ts';

type WrittenFor = TimerTrigger['writtenFor'];

/** Five fields from minutes on, six from seconds on, seven with a year. */
export function isCron(text: string): boolean {
  const fields = text.split(/\s+/).length;
  return fields >= 5 && fields <= 7;
}

/** @throws {Error} it is no pattern that can be read */
export function checkCron(text: string, writtenFor: WrittenFor): void {
  compile(text, writtenFor, 'UTC');
}

/** When a pattern fires next behind an instant, by the clocks of a zone; undefined: never again. */
export function nextCronTime(
  text: string,
  writtenFor: WrittenFor,
  { from, timeZone }: { readonly from: number; readonly timeZone: string },
): number | undefined {
  return compile(text, writtenFor, timeZone).nextRun(new Date(from))?.getTime();
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
