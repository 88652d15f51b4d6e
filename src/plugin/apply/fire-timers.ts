import type { Execution } from 'bpmn-engine';
import { StepError } from '../../errors.ts';
import type { Scope } from '../../model/expressions/expression.ts';
import type { TimerTrigger } from '../../model/process-model.ts';
import { liveScopes } from '../engine/live-scopes.ts';
import { armTimer } from '../outcome/timer-due.ts';
import { type EventWait, listEventWaits } from '../settle/event-waits.ts';
import { fireEvent, isOneThatStays, settle } from '../settle/settle.ts';
import type { InstanceRun } from '../state/instance-run.ts';
import type { RunningTimer, TimerValues } from '../state/ledger.ts';
import { vanished } from './find-wait.ts';

/** What time it is. */
export interface Clock {
  /** Epoch milliseconds. */
  readonly now: number;
  /** Of dates without an offset, and of cron patterns: an IANA name. */
  readonly timeZone: string;
}

/** Fires one timer, due or not. @throws {StepError} when nothing waits for it */
export function fireTimer(run: InstanceRun, execution: Execution, executionId: string, { now, timeZone }: Clock): void {
  const wait = listEventWaits(run.model, execution, run.entered).find((each) => each.executionId === executionId);
  if (!wait) throw vanished('timer', executionId);
  const { left = null, dueAt = now, cycle } = run.timers[executionId] ?? {};
  // The next round counts from when this one was due, however late it is fired.
  const roundAt = Math.min(dueAt ?? now, now);
  run.notes.rounds.set(roundKey(wait), { at: roundAt, cycle });
  const repeat = left === null ? undefined : left === -1 ? -1 : left - 1;
  if (wait.holder.kind === 'event-sub-process' || isOneThatStays(run.model, wait.node)) {
    // It goes on waiting under the same name: until the next round, or for ever.
    run.timers[executionId] =
      repeat === undefined || repeat === 0
        ? { dueAt: null, left: null }
        : arm(run, wait, { from: roundAt, now, timeZone, left: repeat, cycle });
  } else {
    delete run.timers[executionId];
  }
  fireEvent(run, wait, null, repeat === 0 || isOneThatStays(run.model, wait.node) ? undefined : repeat);
  settle(run, execution);
}

/** More timers in one step are no process but a loop: hours of missed rounds of a finite cycle stay far below. */
const MAX_TIMERS = 1_000;

/**
 * Fires every timer that waits and is due, in the order of their times, and those that become due by it.
 * @throws {StepError} `ERR_STEP_FAILED`: timers come due without end
 */
export function fireDueTimers(run: InstanceRun, execution: Execution, clock: Clock): void {
  for (let fired = 0; fired < MAX_TIMERS; fired += 1) {
    armTimers(run, execution, clock);
    const due = listEventWaits(run.model, execution, run.entered)
      .flatMap(({ executionId }) => {
        const dueAt = run.timers[executionId]?.dueAt ?? null;
        return dueAt !== null && dueAt <= clock.now ? [{ executionId, dueAt }] : [];
      })
      .toSorted((one, other) => one.dueAt - other.dueAt)[0];
    if (!due || run.ended) return;
    fireTimer(run, execution, due.executionId, clock);
  }
  throw new StepError(
    'ERR_STEP_FAILED',
    'The timers of the process come due without end: a loop through them takes no time.',
  );
}

/** Sets the due times of timers that began to wait, and forgets those that no longer do. */
export function armTimers(run: InstanceRun, execution: Execution, { now, timeZone }: Clock): void {
  const waits = run.ended ? [] : listEventWaits(run.model, execution, run.entered);
  const alive = new Set(waits.map(({ executionId }) => executionId));
  const scopes = new Set(liveScopes(execution).map(({ executionId }) => executionId));
  for (const executionId of Object.keys(run.timers)) {
    // Of an event sub-process that runs nothing waits, but what its timer does next must not be forgotten.
    const scopeId = executionId.includes('/') ? executionId.slice(0, executionId.indexOf('/')) : undefined;
    if (!alive.has(executionId) && !scopes.has(scopeId ?? '')) delete run.timers[executionId];
  }
  for (const wait of waits) {
    if (wait.node.trigger.kind !== 'timer' || wait.executionId in run.timers) continue;
    // Of one of several definitions of an event it says nothing: that all of them wait anew.
    const isOwn = wait.holder.kind === 'definition' && !isOneThatStays(run.model, wait.node);
    const left = isOwn ? wait.holder.definition.content.inbound?.[0]?.repeat : undefined;
    const round = left === undefined ? undefined : run.notes.rounds.get(roundKey(wait));
    run.timers[wait.executionId] = arm(run, wait, { from: round?.at ?? now, now, timeZone, left, cycle: round?.cycle });
  }
}

/** Names a timer over its rounds: each waits as another execution. */
function roundKey({ activity, index, scope }: EventWait): string {
  return `${scope.executionId}/${activity.id}:${index}`;
}

interface Round extends Clock {
  /** When it counts from. */
  readonly from: number;
  /** Rounds that are left, where it is not the first. */
  readonly left: number | undefined;
  /** What the cycle was when it began. */
  readonly cycle: TimerValues | undefined;
}

function arm(run: InstanceRun, { node, scope }: EventWait, { cycle, ...round }: Round): RunningTimer {
  const { trigger, nodeId } = node;
  if (trigger.kind !== 'timer') throw new TypeError(`${nodeId} is no timer`);
  const values = cycle ?? valuesOf(trigger, run.scopeOf(scope, {}));
  const state = armTimer({ ...trigger, ...constants(trigger, values) }, nodeId, {}, round);
  return state.left === null ? state : { ...state, cycle: values };
}

function valuesOf({ value, until }: TimerTrigger, scope: Scope): TimerValues {
  return { value: value.evaluate(scope), ...(until && { until: until.evaluate(scope) }) };
}

function constants({ value, until }: TimerTrigger, values: TimerValues): Pick<TimerTrigger, 'value' | 'until'> {
  return {
    value: { ...value, evaluate: () => values.value },
    ...(until && { until: { ...until, evaluate: () => values.until } }),
  };
}
