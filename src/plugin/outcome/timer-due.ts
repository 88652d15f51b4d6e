import { type ISOInterval, parseDuration, parseInterval } from '@0dep/piso';
import { StepError } from '../../errors.ts';
import type { Scope } from '../../model/expressions/expression.ts';
import type { TimerTrigger } from '../../model/nodes/event-node.ts';
import { nextCronTime } from '../../model/timers/cron-time.ts';
import { readIsoDate } from '../../model/timers/iso-date.ts';
import { readTimerTime, type TimerTime } from '../../model/timers/timer-time.ts';
import { formatWireTime, parseWireTime } from '../../protocol/wire-time.ts';

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
  { from, timeZone, left, now = from }: TimerRound,
): TimerState {
  const value = trigger.value.evaluate(scope);
  const end = trigger.until?.evaluate(scope);
  try {
    const time = readTimerTime(isDate(trigger, value) ? { form: 'date' } : trigger, value);
    const clock: Clock = { writtenFor: trigger.writtenFor, timeZone, left };
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
  // Rounds that count from their own date need no other start.
  if (time.kind === 'cron' || (time.kind === 'cycle' && parseInterval(time.text).start)) return dueOf(time, now, clock);
  const roundMs = dueAt - from;
  return { dueAt: from + roundMs * (Math.floor((now - from) / roundMs) + 1), left };
}

function dueOf(time: TimerTime, from: number, clock: Clock): TimerState {
  switch (time.kind) {
    case 'cycle':
      return readCycle(parseInterval(time.text), from, time.timeZone ?? clock.timeZone, clock.left);
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
      return parseDuration(time.text).getExpireAt(new Date(from)).getTime();
    default:
      throw new RangeError('no date');
  }
}

/** A date without an offset in a cycle is in the time zone, so its rounds keep the local hour, also in summer time. */
function readCycle(interval: ISOInterval, now: number, timeZone: string, left?: number): TimerState {
  const date = interval.start ?? interval.end;
  const isLocal = date !== undefined && date.result.Z === undefined;
  const from = new Date(isLocal ? toLocal(now, timeZone) : now);
  // For a cycle with a duration of zero the parser would search for the first round forever.
  if (interval.duration && interval.duration.getExpireAt(from).getTime() <= from.getTime())
    throw new RangeError('no time');
  const dueAt = nextRound(interval, from).getTime();
  return { dueAt: isLocal ? fromLocal(dueAt, timeZone) : dueAt, left: left ?? interval.repeat ?? 1 };
}

/** ISO 8601, 4.5: a recurring interval with a start begins at it. After its last round, the last one. */
function nextRound(interval: ISOInterval, from: Date): Date {
  const { start, duration, repeat } = interval;
  const next = interval.getExpireAt(from, from, true);
  if (!start || !duration || repeat === undefined) return next;
  const first = start.toDate(true);
  if (first > from) return first;
  const last = repeat === -1 ? undefined : duration.applyDuration(first, repeat - 1, true);
  return last && next > last ? last : next;
}

/** The local time of the zone at an instant, as if it were UTC. */
function toLocal(epochMs: number, timeZone: string): number {
  return Date.parse(`${formatWireTime(epochMs, timeZone).replace(' ', 'T')}Z`) + (epochMs % 1000);
}

/** The instant of a local time in the zone; for an hour that is skipped, the moment after it. */
function fromLocal(localMs: number, timeZone: string): number {
  const read = (ms: number) => parseWireTime(new Date(ms).toISOString().slice(0, 19).replace('T', ' '), timeZone);
  const at = read(localMs) ?? read(localMs + HOUR_MS);
  if (at === undefined) throw new RangeError('no time of the zone');
  return at;
}

const HOUR_MS = 3_600_000;

function readDate(text: string, timeZone: string): number {
  const at = readIsoDate(text, timeZone);
  if (at === undefined || Number.isNaN(at)) throw new RangeError('no date');
  return at;
}
