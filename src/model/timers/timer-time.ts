import { getDate, parseDuration, parseInterval } from '@0dep/piso';
import type { TimerTrigger } from '../nodes/event-node.ts';
import { lengthOf, monthsOf } from './add-duration.ts';
import { checkCron, isCron } from './cron-time.ts';
import { readIsoDate, readLocalDate } from './iso-date.ts';

/** The time of a timer, in one of the supported formats. */
export type TimerTime =
  /** See {@link readIsoDate}. */
  | { readonly kind: 'date'; readonly text: string }
  | { readonly kind: 'moment'; readonly epochMs: number }
  /** ISO 8601. */
  | { readonly kind: 'duration'; readonly text: string }
  /** jBPM: `5s` fires once, `5s###1m` repeats every minute. */
  | { readonly kind: 'delay'; readonly delayMs: number; readonly periodMs?: number }
  /** An ISO 8601 repeating interval; `until`: the date after which it no longer fires; `timeZone`: the zone of its date. */
  | { readonly kind: 'cycle'; readonly text: string; readonly until?: string; readonly timeZone?: string }
  | { readonly kind: 'cron'; readonly text: string };

/** In characters; far longer than any valid time. */
const MAX_LENGTH = 200;

/**
 * Reads the text of a timer, or the result of its expression. A number is epoch milliseconds for a date, and a delay in
 * milliseconds otherwise. As in Camunda 7, Flowable and Activiti, a date may be given as a duration, and a duration as a
 * cycle, of which only the first round is used.
 * @throws {Error} the value is not a valid time
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
  // Only jBPM reads a plain number as milliseconds; elsewhere it is refused, because the author may have meant days.
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

/** Durations in Java may be in lower case. */
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
 * In `R3/PT10H/<date>` ISO 8601 and Camunda 7 count backwards from the date; in Flowable and Activiti the date is the end
 * of the repetition.
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

/** Splits at slashes outside brackets, because zones such as `[Europe/Berlin]` contain slashes. */
function splitInterval(text: string): readonly string[] {
  const parts = [''];
  let isInZone = false;
  for (const character of text) {
    if (character === '[' || character === ']') isInZone = character === '[';
    if (character === '/' && !isInZone) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts;
}

function checkInterval(interval: string): string {
  const { duration } = parseInterval(interval);
  if (duration === undefined || monthsOf(duration) + lengthOf(duration) === 0) throw new RangeError('no cycle');
  return interval;
}

export interface Delay {
  readonly delayMs: number;
  /** The interval of a repeating timer. */
  readonly periodMs?: number;
}

const UNITS = /^(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m(?!s))?(?:(\d+)s)?(?:(\d+)(?:ms)?)?$/i;

const UNIT_MS = [86_400_000, 3_600_000, 60_000, 1000, 1] as const;

/** Parses jBPM's time format: `1d 2h 30m 5s 500ms`, `1000` (milliseconds), `5s###1m`; undefined for anything else. */
export function readDelay(text: string): Delay | undefined {
  const [first = '', second, ...more] = text.split('###');
  const delayMs = readMs(first.trim());
  if (delayMs === undefined || more.length > 0) return undefined;
  if (second === undefined) return { delayMs };
  const periodMs = readMs(second.trim());
  return periodMs === undefined || periodMs === 0 ? undefined : { delayMs, periodMs };
}

function readMs(text: string): number | undefined {
  // Spaces are allowed between parts, but not between digits.
  const joined = /\d\s+\d+\s*$|\d\s+\d+[a-z]/i.test(text) ? '' : text.replace(/\s+/g, '');
  const counts = joined === '' ? undefined : UNITS.exec(joined)?.slice(1);
  const ms = counts?.reduce((sum, count, index) => sum + Number(count ?? 0) * (UNIT_MS[index] ?? 0), 0);
  return ms !== undefined && Number.isSafeInteger(ms) ? ms : undefined;
}
