import { getDate, parseDuration, parseInterval } from '@0dep/piso';
import { StepError } from '../errors.ts';
import type { Scope } from '../model/expressions/expression.ts';
import type { EventTrigger } from '../model/process-model.ts';
import { parseWireTime } from '../protocol/wire-time.ts';

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
    return skipMissed(state, from, now);
  } catch {
    throw new StepError(
      'ERR_EXPRESSION_FAILED',
      `The timer ${nodeId}, ${trigger.value.text}, is no ISO 8601 ${trigger.form}.`,
      { details: { nodeId } },
    );
  }
}

/** Of a cycle without end the rounds that were missed are passed over: one reminder after an outage, not a thousand. */
function skipMissed(state: TimerState, from: number, now: number): TimerState {
  const { dueAt, left } = state;
  if (left !== -1 || dueAt === null || dueAt > now || dueAt <= from) return state;
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
  const from = new Date(now);
  switch (form) {
    case 'duration':
      return { dueAt: parseDuration(text).getExpireAt(from).getTime(), left: null };
    case 'date':
      return { dueAt: readDate(text, timeZone), left: null };
    case 'cycle': {
      const interval = parseInterval(text);
      // The parser would look for ever for the first round of one that takes no time.
      if (interval.duration && interval.duration.getExpireAt(from).getTime() <= from.getTime())
        throw new RangeError('no time');
      const dueAt = (interval.getExpireAt(from, from) as Date).getTime();
      return { dueAt, left: left ?? interval.repeat ?? 1 };
    }
  }
}

function readDate(text: string, timeZone: string): number {
  const local = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2})(:\d{2})?(?:\.\d+)?)?$/.exec(text);
  const at = local
    ? parseWireTime(`${local[1]} ${local[2] ?? '00:00'}${local[3] ?? ':00'}`, timeZone)
    : getDate(text).getTime();
  if (at === undefined || Number.isNaN(at)) throw new RangeError('no date');
  return at;
}
