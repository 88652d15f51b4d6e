import { type ISODate, type ISODuration, type ISOInterval, parseDuration, parseInterval } from '@0dep/piso';
import { StepError } from '../../errors.ts';
import { fromLocal, toLocal } from '../../model/expressions/date-time.ts';
import type { Scope } from '../../model/expressions/expression.ts';
import type { TimerTrigger } from '../../model/nodes/event-node.ts';
import { addDuration, lengthOf, monthsOf } from '../../model/timers/add-duration.ts';
import { nextCronTime } from '../../model/timers/cron-time.ts';
import { readIsoDate } from '../../model/timers/iso-date.ts';
import { readTimerTime, type TimerTime } from '../../model/timers/timer-time.ts';

/** When a timer fires next. */
export interface TimerState {
  /** Epoch milliseconds; null: it has fired and stays silent. */
  readonly dueAt: number | null;
  /** Remaining rounds of a cycle, including this one; -1: no end; null: not a cycle. */
  readonly left: number | null;
}

/** Which round of a timer it is; times are epoch milliseconds. */
export interface TimerRound {
  readonly from: number;
  /** When its first round began, from which the months of a cycle without a date are counted. Default: `from`. */
  readonly began?: number | undefined;
  /** Time zone (IANA name) of dates without an offset, and of cron patterns. */
  readonly timeZone: string;
  /** Remaining rounds of its cycle, if this is not the first round. */
  readonly left?: number | undefined;
  /** Later than `from` if rounds may have been missed. Default: `from`. */
  readonly now?: number;
}

/**
 * The time at which a timer that starts, or started, at `from` fires.
 * @throws {StepError} `ERR_EXPRESSION_FAILED`: the value is not a valid time
 */
export function armTimer(
  trigger: TimerTrigger,
  nodeId: string,
  scope: Scope,
  { from, began = from, timeZone, left, now = from }: TimerRound,
): TimerState {
  const value = trigger.value.evaluate(scope);
  const end = trigger.until?.evaluate(scope);
  try {
    const time = readTimerTime(isDate(trigger, value) ? { form: 'date' } : trigger, value);
    const clock: Clock = { writtenFor: trigger.writtenFor, began, timeZone, left };
    const state = dueOf(time, from, clock);
    // A cycle that has an end date is over when its next round would not be later than the last.
    if (left !== undefined && state.dueAt !== null && state.dueAt <= from) return OVER;
    const next = skipMissed(state, time, { from, now }, clock);
    const until = time.kind === 'cycle' ? (time.until ?? end) : end;
    if (until === undefined || until === null || next.dueAt === null) return next;
    return next.dueAt > momentOf(readTimerTime({ form: 'date' }, until), from, clock) ? OVER : next;
  } catch {
    throw new StepError(
      'ERR_EXPRESSION_FAILED',
      `The timer ${nodeId}, ${trigger.value.text}, gives no time: no ISO 8601 ${trigger.form}${trigger.form === 'cycle' ? ' and no cron pattern' : ''}.`,
      { details: { nodeId } },
    );
  }
}

/**
 * Whether an expression gave a date where a duration or a cycle is written. Camunda 7 (`TimerDeclarationImpl.java`) and
 * Flowable (`TimerUtil.java`) wait until then.
 */
function isDate({ value: { constant } }: TimerTrigger, value: unknown): boolean {
  return !constant && typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(value);
}

/** How a time is counted. */
interface Clock {
  readonly writtenFor: TimerTrigger['writtenFor'];
  readonly began: number;
  readonly timeZone: string;
  /** Remaining rounds of the cycle, if this is not the first round. */
  readonly left: number | undefined;
}

const OVER: TimerState = { dueAt: null, left: null };

/** In an endless cycle, missed rounds are skipped: one reminder after an outage, not a thousand. */
function skipMissed(
  state: TimerState,
  time: TimerTime,
  { from, now }: { readonly from: number; readonly now: number },
  clock: Clock,
): TimerState {
  const { dueAt, left } = state;
  if (left !== -1 || dueAt === null || dueAt > now || dueAt <= from) return state;
  if (time.kind !== 'delay') return dueOf(time, now, clock);
  const roundMs = dueAt - from;
  return { dueAt: from + roundMs * (Math.floor((now - from) / roundMs) + 1), left };
}

function dueOf(time: TimerTime, from: number, clock: Clock): TimerState {
  switch (time.kind) {
    case 'cycle':
      return readCycle(parseInterval(time.text), from, { ...clock, timeZone: time.timeZone ?? clock.timeZone });
    case 'cron': {
      const dueAt = nextCronTime(time.text, clock.writtenFor, { from, timeZone: clock.timeZone });
      return dueAt === undefined ? OVER : { dueAt, left: -1 };
    }
    case 'delay': {
      const { delayMs, periodMs } = time;
      if (periodMs === undefined) return { dueAt: from + delayMs, left: null };
      return { dueAt: from + (clock.left === undefined ? delayMs : periodMs), left: -1 };
    }
    default:
      return { dueAt: momentOf(time, from, clock), left: null };
  }
}

function momentOf(time: TimerTime, from: number, { timeZone }: Clock): number {
  switch (time.kind) {
    case 'moment':
      return time.epochMs;
    case 'date':
      return readDate(time.text, timeZone);
    case 'duration':
      return addDuration(from, parseDuration(time.text), timeZone);
    default:
      throw new RangeError('no date');
  }
}

/**
 * The rounds of a date without an offset keep its hour in the time zone, also in summer time; those of a date with an
 * offset keep its hour there.
 */
function readCycle({ start, end, duration, repeat }: ISOInterval, from: number, clock: Clock): TimerState {
  if (duration === undefined) throw new RangeError('no cycle');
  if (repeat === 0) return OVER;
  const { began, timeZone } = clock;
  const left = clock.left ?? repeat ?? 1;
  const date = start ?? end;
  if (date === undefined) {
    return { dueAt: nextRound({ at: began, duration, timeZone, first: 1, last: Infinity }, from), left };
  }
  const count = repeat === -1 ? Infinity : (repeat ?? 1);
  // ISO 8601, 4.5: a recurring interval with a start begins at it. One that does not recur ends a duration later.
  const [first, last] = start === undefined ? [1 - count, 0] : repeat === undefined ? [1, 1] : [0, count - 1];
  const offset = offsetOf(date);
  const at = date.toDate(true).getTime() + (offset ?? 0);
  const local = offset === undefined ? toLocal(from, timeZone) : from + offset;
  const dueAt = nextRound({ at, duration, timeZone: 'UTC', first, last }, local);
  return { dueAt: offset === undefined ? fromLocal(dueAt, timeZone) : dueAt - offset, left };
}

/** In milliseconds. */
function offsetOf({ result: { Z, OH = 0, Om = 0 } }: ISODate): number | undefined {
  return Z === undefined ? undefined : (Z === '+' ? 1 : -1) * (OH * 60 + Om) * 60_000;
}

/** The round number n of a cycle is n durations after `at`. */
interface Rounds {
  readonly at: number;
  readonly duration: ISODuration;
  readonly timeZone: string;
  readonly first: number;
  readonly last: number;
}

/** The time of the first round after `from`; after the last round, of the last one. */
function nextRound({ at, duration, timeZone, first, last }: Rounds, from: number): number {
  // No month is longer or shorter, so the round that is looked for is not before this one.
  const monthMs = (from < at ? 28 : 31) * 86_400_000;
  const passed = Math.floor((from - at) / (monthsOf(duration) * monthMs + lengthOf(duration)));
  let round = Math.min(Math.max(passed, first), last);
  while (round < last && addDuration(at, duration, timeZone, round) <= from) round += 1;
  return addDuration(at, duration, timeZone, round);
}

function readDate(text: string, timeZone: string): number {
  const at = readIsoDate(text, timeZone);
  if (at === undefined || Number.isNaN(at)) throw new RangeError('no date');
  return at;
}
