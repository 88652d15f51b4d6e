import { getDate, type ISOInterval, parseDuration, parseInterval } from '@0dep/piso';
import { StepError } from '../errors.ts';
import type { Scope } from '../model/expressions/expression.ts';
import type { EventTrigger } from '../model/process-model.ts';
import { formatWireTime, parseWireTime } from '../protocol/wire-time.ts';

/** When a timer fires next. */
export interface TimerState {
  /** Epoch milliseconds; null: it has fired and stays silent. */
  readonly dueAt: number | null;
  /** Rounds of a cycle that are left with this one; -1 without end, null for what is no cycle. */
  readonly left: number | null;
}

/**
 * When a timer fires that starts, or started, at `from`.
 * @param timeZone of dates without an offset
 * @param left rounds of its cycle that are left, where it is not the first
 * @param now later than `from` where rounds may have been missed
 * @throws {StepError} `ERR_EXPRESSION_FAILED`: the value is no ISO 8601 duration, date or cycle
 */
export function armTimer(
  trigger: Extract<EventTrigger, { kind: 'timer' }>,
  nodeId: string,
  scope: Scope,
  from: number,
  timeZone: string,
  left?: number,
  now = from,
): TimerState {
  const value = trigger.value.evaluate(scope);
  try {
    const state = readTimer(trigger.form, String(value), from, timeZone, left);
    // A cycle that has an end date is over when its next round would not be later than the last.
    if (left !== undefined && state.dueAt !== null && state.dueAt <= from) return { dueAt: null, left: null };
    return skipMissed(state, String(value), from, now, timeZone);
  } catch {
    throw new StepError(
      'ERR_EXPRESSION_FAILED',
      `The timer ${nodeId}, ${trigger.value.text}, is no ISO 8601 ${trigger.form}.`,
      { details: { nodeId } },
    );
  }
}

/** Of a cycle without end the rounds that were missed are passed over: one reminder after an outage, not a thousand. */
function skipMissed(state: TimerState, text: string, from: number, now: number, timeZone: string): TimerState {
  const { dueAt, left } = state;
  if (left !== -1 || dueAt === null || dueAt > now || dueAt <= from) return state;
  // Rounds that are counted from a date of their own need no other.
  if (parseInterval(text).start) return readTimer('cycle', text, now, timeZone, left);
  const roundMs = dueAt - from;
  return { dueAt: from + roundMs * (Math.floor((now - from) / roundMs) + 1), left };
}

function readTimer(
  form: 'duration' | 'date' | 'cycle',
  text: string,
  now: number,
  timeZone: string,
  left?: number,
): TimerState {
  switch (form) {
    case 'duration':
      return { dueAt: parseDuration(text).getExpireAt(new Date(now)).getTime(), left: null };
    case 'date':
      return { dueAt: readDate(text, timeZone), left: null };
    case 'cycle':
      return readCycle(parseInterval(text), now, timeZone, left);
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
  const local = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2})(:\d{2})?(?:\.\d+)?)?$/.exec(text);
  const at = local
    ? parseWireTime(`${local[1]} ${local[2] ?? '00:00'}${local[3] ?? ':00'}`, timeZone)
    : getDate(text).getTime();
  if (at === undefined || Number.isNaN(at)) throw new RangeError('no date');
  return at;
}
