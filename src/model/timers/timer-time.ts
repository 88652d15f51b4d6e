import { getDate, parseDuration, parseInterval } from '@0dep/piso';
import type { TimerTrigger } from '../process-model.ts';
import { checkCron, isCron } from './cron-time.ts';
import { readIsoDate, readLocalDate } from './iso-date.ts';
import { readDelay } from './jbpm-delay.ts';

/** When a timer fires, in one of the ways in which modelers write it. */
export type TimerTime =
  /** See {@link readIsoDate}. */
  | { readonly kind: 'date'; readonly text: string }
  | { readonly kind: 'moment'; readonly epochMs: number }
  /** ISO 8601. */
  | { readonly kind: 'duration'; readonly text: string }
  /** jBPM: `5s`, and for `5s###1m` again each minute. */
  | { readonly kind: 'delay'; readonly delayMs: number; readonly periodMs?: number }
  /**
   * An ISO 8601 repeating interval; `until`: the date behind which it does not fire any more; `timeZone`: that of its
   * date, where it names one.
   */
  | { readonly kind: 'cycle'; readonly text: string; readonly until?: string; readonly timeZone?: string }
  | { readonly kind: 'cron'; readonly text: string };

/** Far longer than any time that somebody writes. */
const MAX_LENGTH = 200;

/**
 * Reads a timer's text, or what its expression gave; of numbers a date is an epoch, the rest a delay, in milliseconds.
 * As in Camunda 7, Flowable and Activiti a date may be a duration, and a duration a cycle, of which the first round counts.
 * @throws {Error} it says no time
 */
export function readTimerTime(
  { form, writtenFor }: Pick<TimerTrigger, 'form' | 'writtenFor'>,
  value: unknown,
): TimerTime {
  const epochMs =
    value instanceof Date ? value.getTime() : form === 'date' && typeof value === 'number' ? value : undefined;
  if (epochMs !== undefined) return { kind: 'moment', epochMs: knownMoment(epochMs) };
  const text = String(value).trim();
  if (text.length > MAX_LENGTH) throw new RangeError('too long');
  if (/^P/i.test(text)) return readDuration(text);
  if (form === 'date') return readDate(text);
  if (/^R/i.test(text)) return readCycle(text, writtenFor);
  // A bare number is milliseconds in jBPM, and nothing anywhere else: three days must not be three milliseconds.
  const delay = writtenFor === 'jbpm' || !/^\d+$/.test(text) ? readDelay(text) : undefined;
  if (delay !== undefined && (form === 'cycle' || delay.periodMs === undefined)) return { kind: 'delay', ...delay };
  if (form !== 'cycle') throw new RangeError('no duration');
  if (!isCron(text)) return readCycle(text, writtenFor);
  checkCron(text, writtenFor);
  return { kind: 'cron', text };
}

function knownMoment(epochMs: number): number {
  if (Number.isNaN(new Date(epochMs).getTime())) throw new RangeError('no date');
  return epochMs;
}

/** Java's own durations may be written small. */
function readDuration(text: string): TimerTime {
  const duration = text.toUpperCase();
  if (parseDuration(duration) === undefined) throw new RangeError('no duration');
  return { kind: 'duration', text: duration };
}

function readDate(text: string): TimerTime {
  knownMoment(/\[/.test(text) ? (readIsoDate(text, 'UTC') ?? Number.NaN) : getDate(text).getTime());
  return { kind: 'date', text };
}

/**
 * ISO 8601 counts `R3/PT10H/<date>` back from the date, and so does Camunda 7; in Flowable and Activiti the date is where
 * the rounds end.
 */
function readCycle(text: string, writtenFor: TimerTrigger['writtenFor']): TimerTime {
  const parts = splitInterval(text.toUpperCase());
  const [repeat = '', period = '', until, ...more] = parts;
  if (writtenFor === 'flowable' && period.startsWith('P') && until !== undefined && more.length === 0) {
    readDate(until);
    return { kind: 'cycle', text: checkInterval(`${repeat}/${period}`), until };
  }
  const local = parts.map((part) => readLocalDate(part));
  const interval = checkInterval(parts.map((part, index) => local[index]?.date ?? part).join('/'));
  const timeZone = local.find((each) => each !== undefined)?.timeZone;
  return { kind: 'cycle', text: interval, ...(timeZone !== undefined && { timeZone }) };
}

/** At the slashes outside of brackets: `[Europe/Berlin]` has one of its own. */
function splitInterval(text: string): readonly string[] {
  return text.split(/\/(?![^[]*\])/);
}

function checkInterval(interval: string): string {
  if (parseInterval(interval).duration === undefined) throw new RangeError('no cycle');
  return interval;
}
