import type { Execution } from 'bpmn-engine';
import type { Scope } from '../../model/expressions/expression.ts';
import type { TimerTrigger } from '../../model/nodes/event-node.ts';
import { bringToRest } from '../at-rest/bring-to-rest.ts';
import { type EventWait, listEventWaits } from '../at-rest/event-waits.ts';
import { fireEvent, isAlternativeDefinition, NO_CAUSE } from '../at-rest/fire-event.ts';
import { liveScopes } from '../engine/live-scopes.ts';
import { armTimer } from '../outcome/timer-due.ts';
import type { InstanceRun } from '../state/instance-run.ts';
import type { RunningTimer, TimerValues } from '../state/ledger.ts';
import { notWaiting } from './find-wait.ts';

export interface Clock {
  /** Epoch milliseconds. */
  readonly now: number;
  /** IANA name; applies to dates without an offset and to cron patterns. */
  readonly timeZone: string;
}

/** Fires one timer, even if it is not due yet. @throws {StepError} if no element waits for it */
export function fireTimer(run: InstanceRun, execution: Execution, executionId: string, { now, timeZone }: Clock): void {
  const wait = listEventWaits(run.model, execution, run.entered).find((each) => each.executionId === executionId);
  if (!wait) throw notWaiting('timer', executionId);
  const { left = null, dueAt = now, cycle: values } = run.timers[executionId] ?? {};
  // The next round counts from the due time of this one, however late it fires.
  const roundAt = Math.min(dueAt ?? now, now);
  // What is fired early begins anew.
  const cycle = values && (roundAt === dueAt ? values : { ...values, began: roundAt });
  run.notes.rounds.set(roundKey(wait), { at: roundAt, cycle });
  const repeat = left === null ? undefined : left === -1 ? -1 : left - 1;
  if (wait.holder.kind === 'event-sub-process' || isAlternativeDefinition(run.model, wait.node)) {
    // It stays armed under the same execution id: until the next round, or without a due time.
    run.timers[executionId] =
      repeat === undefined || repeat === 0
        ? { dueAt: null, left: null }
        : arm(run, wait, { from: roundAt, now, timeZone, left: repeat, cycle });
  } else {
    delete run.timers[executionId];
  }
  fireEvent(run, wait, NO_CAUSE, repeat === 0 || isAlternativeDefinition(run.model, wait.node) ? undefined : repeat);
}

/** In one step. Each takes milliseconds, and a cycle may have missed any number of rounds. */
const MAX_TIMERS = 100;

/**
 * Fires due timers in the order of their due times, including those that become due because another one fired: after
 * `MAX_TIMERS` only those that were set in this step and take no time; the others are still due in the next step.
 * @throws {StepError} `ERR_STEP_FAILED`: a loop of timers that take no time
 */
export function fireDueTimers(run: InstanceRun, execution: Execution, clock: Clock): void {
  const { timersSet } = run.notes;
  for (let fired = 0; ; ) {
    armTimers(run, execution, clock);
    const due = listEventWaits(run.model, execution, run.entered)
      .flatMap(({ executionId }) => {
        const dueAt = run.timers[executionId]?.dueAt ?? null;
        const isLeft = fired === MAX_TIMERS && !timersSet.has(executionId);
        return dueAt !== null && dueAt <= clock.now && !isLeft ? [{ executionId, dueAt }] : [];
      })
      .toSorted((one, other) => one.dueAt - other.dueAt)[0];
    if (!due || run.ended) return;
    if (!timersSet.has(due.executionId)) fired += 1;
    fireTimer(run, execution, due.executionId, clock);
    // The next timer is looked for among what waits after this one.
    bringToRest(run, execution);
  }
}

/** Sets the due times of new timers, and removes timers that no longer wait. */
export function armTimers(run: InstanceRun, execution: Execution, { now, timeZone }: Clock): void {
  const waits = run.ended ? [] : listEventWaits(run.model, execution, run.entered);
  const alive = new Set(waits.map(({ executionId }) => executionId));
  const scopes = new Set(liveScopes(execution).map(({ executionId }) => executionId));
  for (const executionId of Object.keys(run.timers)) {
    // While an event sub-process runs, its start timer does not wait; its remaining rounds must be kept.
    const scopeId = executionId.includes('/') ? executionId.slice(0, executionId.indexOf('/')) : undefined;
    if (!alive.has(executionId) && !scopes.has(scopeId ?? '')) delete run.timers[executionId];
  }
  for (const wait of waits) {
    if (wait.node.trigger.kind !== 'timer' || wait.executionId in run.timers) continue;
    // With several event definitions, `repeat` says nothing about this one, because all of them wait again.
    const isOwn = wait.holder.kind === 'definition' && !isAlternativeDefinition(run.model, wait.node);
    const left = isOwn ? wait.holder.definition.content.inbound?.[0]?.repeat : undefined;
    const round = left === undefined ? undefined : run.notes.rounds.get(roundKey(wait));
    const timer = arm(run, wait, { from: round?.at ?? now, now, timeZone, left, cycle: round?.cycle });
    run.timers[wait.executionId] = timer;
    if (timer.left === null) run.notes.timersSet.add(wait.executionId);
  }
}

/** Identifies a timer across its rounds: each round is another execution. */
function roundKey({ activity, index, scope }: EventWait): string {
  return `${scope.executionId}/${activity.id}:${index}`;
}

interface Round extends Clock {
  /** Start of the duration, in epoch milliseconds. */
  readonly from: number;
  /** Remaining rounds; undefined in the first round. */
  readonly left: number | undefined;
  /** The values of the cycle's expressions in the first round, and when it began. */
  readonly cycle: TimerValues | undefined;
}

function arm(run: InstanceRun, { node, scope }: EventWait, { cycle, ...round }: Round): RunningTimer {
  const { trigger, nodeId } = node;
  if (trigger.kind !== 'timer') throw new TypeError(`${nodeId} is no timer`);
  const values = cycle ?? { ...valuesOf(trigger, run.scopeOf(scope, {})), began: round.from };
  const state = armTimer({ ...trigger, ...constants(trigger, values) }, nodeId, {}, { ...round, began: values.began });
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
