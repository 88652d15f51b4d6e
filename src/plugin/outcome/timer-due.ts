import { type ISOInterval, parseDuration, parseInterval } from '@0dep/piso';
import { StepError } from '../../errors.ts';
import type { Scope } from '../../model/expressions/expression.ts';
import type { TimerTrigger } from '../../model/process-model.ts';
import { nextCronTime } from '../../model/timers/cron-time.ts';
import { readIsoDate } from '../../model/timers/iso-date.ts';
import { readTimerTime, type TimerTime } from '../../model/timers/timer-time.ts';
import { formatWireTime, parseWireTime } from '../../protocol/wire-time.ts';

/** When a timer fires next. */
export interface TimerState {
  /** Epoch milliseconds; null: it has fired and stays silent. */
  readonly dueAt: number | null;
  /** Rounds of a cycle that are left with this one; -1 without end, null for what is no cycle. */
  readonly left: number | null;
}

/** Which round of a timer it is; times are epoch milliseconds. */
export interface TimerRound {
  readonly from: number;
  /** Of dates without an offset, and of cron patterns: an IANA name. */
  readonly timeZone: string;
  /** Rounds of its cycle that are left, where it is not the first. */
  readonly left?: number | undefined;
  /** Later than `from` where rounds may have been missed. Default: `from`. */
  readonly now?: number;
}

/**
 * When a timer fires that starts, or started, at `from`.
 * @throws {StepError} `ERR_EXPRESSION_FAILED`: the value is no time that can be read
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
  /** Rounds of the cycle that are left, where it is not the first. */
  readonly left: number | undefined;
}

const OVER: TimerState = { dueAt: null, left: null };

/** Of a cycle without end the rounds that were missed are passed over: one reminder after an outage, not a thousand. */
function skipMissed(
  state: TimerState,
  time: TimerTime,
  { from, now }: { readonly from: number; readonly now: number },
  clock: Clock,
): TimerState {
  const { dueAt, left } = state;
  if (left !== -1 || dueAt === null || dueAt > now || dueAt <= from) return state;
  // Rounds that are counted from a date of their own need no other.
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

/** A date in a cycle without an offset is one of the zone, so its rounds keep the hour there, also over the summer. */
function readCycle(interval: ISOInterval, now: number, timeZone: string, left?: number): TimerState {
  const date = interval.start ?? interval.end;
  const isLocal = date !== undefined && date.result.Z === undefined;
  const from = new Date(isLocal ? toLocal(now, timeZone) : now);
  // The parser would look for ever for the first round of one that takes no time.
  if (interval.duration && interval.duration.getExpireAt(from).getTime() <= from.getTime())
    throw new RangeError('no time');
  const dueAt = nextRound(interval, from).getTime();
  return { dueAt: isLocal ? fromLocal(dueAt, timeZone) : dueAt, left: left ?? interval.repeat ?? 1 };
}

/** ISO 8601, 4.5: a recurring interval with a start begins at it. Once its last round is over, that one. */
function nextRound(interval: ISOInterval, from: Date): Date {
  const { start, duration, repeat } = interval;
  const next = interval.getExpireAt(from, from, true);
  if (!start || !duration || repeat === undefined) return next;
  const first = start.toDate(true);
  if (first > from) return first;
  const last = repeat === -1 ? undefined : duration.applyDuration(first, repeat - 1, true);
  return last && next > last ? last : next;
}

/** What the clocks of the zone show at an instant, as if it were UTC. */
function toLocal(epochMs: number, timeZone: string): number {
  return Date.parse(`${formatWireTime(epochMs, timeZone).replace(' ', 'T')}Z`) + (epochMs % 1000);
}

/** The instant at which the clocks of the zone show a time; of an hour that they skip, the moment behind it. */
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
