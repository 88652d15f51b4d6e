import type { TimerTrigger } from '../../model/nodes/event-node.ts';
import type { ListenerAt } from '../../net/ports.ts';
import type { TimerState } from '../../net/state.ts';
import { armTimer } from '../outcome/timer-due.ts';
import type { InstanceRun } from '../state/instance-run.ts';

/** What is kept of a timer for its next round. */
export interface TimerRound {
  /** Rounds that are left, with this one; -1: no end. */
  readonly left: number;
  /** The results of its expressions when it began: later changes of variables do not affect its rounds. */
  readonly values: { readonly value: unknown; readonly until?: unknown };
  /** When its first round began, in epoch milliseconds. */
  readonly began: number;
}

/** When a timer is due. @param before what it was until it fired now; null: it does not fire again */
export function setTimer(
  run: InstanceRun,
  trigger: TimerTrigger,
  { scope, node }: ListenerAt,
  before: TimerState | undefined,
): Omit<TimerState, 'kind'> | null {
  const { now, timeZone } = run.context;
  const round = before?.round as TimerRound | undefined;
  const left = round && (round.left === -1 ? -1 : round.left - 1);
  if ((before && !round) || left === 0) return null;
  const { value, until } = trigger;
  const seen = run.scopeOf(scope);
  const values = round?.values ?? { value: value.evaluate(seen), ...(until && { until: until.evaluate(seen) }) };
  // The next round counts from the due time of this one, however late it fires; what is fired early begins anew.
  const from = before ? Math.min(before.dueAt, now) : now;
  const began = round && from === before?.dueAt ? round.began : from;
  const known = {
    ...trigger,
    value: { ...value, evaluate: () => values.value },
    ...(until && { until: { ...until, evaluate: () => values.until } }),
  };
  const armed = armTimer(known, node.id, {}, { from, now, timeZone, left, began });
  if (armed.dueAt === null) return null;
  return { dueAt: armed.dueAt, ...(armed.left !== null && { round: { left: armed.left, values, began } }) };
}

/** A timer that stood still goes on with its remaining time. */
export function delayTimer({ dueAt, round, ...timer }: TimerState, byMs: number): TimerState {
  const kept = round as TimerRound | undefined;
  return { ...timer, dueAt: dueAt + byMs, ...(kept && { round: { ...kept, began: kept.began + byMs } }) };
}
