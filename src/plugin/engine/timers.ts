import { ActivityError } from 'bpmn-elements';
import type { ListenerAt } from '../../net/ports.ts';
import { readListenerKey, type TimerState } from '../../net/state.ts';
import { type Content, messageOf } from './message.ts';
import type { Run } from './run.ts';

const TYPES = ['timeDuration', 'timeDate', 'timeCycle'] as const;

/** What is kept of a timer: what it was set to, and how often it still fires. */
export interface TimerRound {
  readonly timerType?: (typeof TYPES)[number];
  readonly value?: string;
  /** -1: always. */
  readonly repeat?: number;
  readonly startedAt: number;
}

/** When a timer is due: the earliest of what it says. @param before its last round, for a cycle */
export function setTimer(run: Run, at: ListenerAt, before?: TimerState): Omit<TimerState, 'kind'> | null {
  const last = before?.round as TimerRound | undefined;
  if (last && last.repeat !== -1 && (last.repeat ?? 1) <= 1) return null;
  const view = run.viewOf(at.scope);
  const { index } = readListenerKey(at.key);
  const { behaviour } = run.drawing.definitionsOf(at.node.id)[index] ?? {};
  const message = messageOf(run.contents.ofEvent(at.node, at.owner ?? at.scope));
  const startedAt = Date.now();
  let earliest: { readonly dueAt: number; readonly round: TimerRound } | undefined;
  try {
    for (const timerType of TYPES) {
      if (behaviour?.[timerType] === undefined) continue;
      const value: unknown = view.environment.resolveExpression(String(behaviour[timerType]), message as never);
      const definition = view.element(at.node.id).eventDefinitions?.[index];
      const parsed = value ? definition?.parse(timerType, String(value)) : { expireAt: new Date(), repeat: undefined };
      if (!parsed?.expireAt?.getTime)
        throw new TypeError(`Parsed ${timerType} "${value}" expireAt failed to resolve to a date`);
      const dueAt = parsed.expireAt.getTime();
      const repeat = last?.repeat === undefined ? parsed.repeat : Math.max(-1, last.repeat - 1);
      const round = { timerType, value: String(value), startedAt, ...(repeat !== undefined && { repeat }) };
      if (!earliest || dueAt < earliest.dueAt) earliest = { dueAt, round };
    }
  } catch (error) {
    throw new ActivityError((error as Error).message, message as never, error as Error);
  }
  return earliest ?? { dueAt: startedAt, round: { startedAt } };
}

/** Starts a timer of the environment for what waits under a key. @param told what `activity.timer` has told */
export function startTimer(run: Run, key: string, told: Content, onTime: () => void): void {
  clearTimer(run, key);
  const { id, type, executionId, expireAt } = told;
  const timers = run.process.view.environment.timers.register(told);
  const delay = Math.max(0, (expireAt as Date).getTime() - Date.now());
  const fire = () => {
    run.timers.delete(key);
    run.perform(onTime);
  };
  const timer = timers.setTimeout(fire, delay, { id, type, executionId, state: 'timeout' });
  run.timers.set(key, () => timers.clearTimeout(timer));
}

/** Stops the timers that nothing waits for any more. */
export function clearPassedTimers(run: Run): void {
  for (const key of run.timers.keys()) if (run.isStopped || !(key in run.net.state.listeners)) clearTimer(run, key);
}

function clearTimer(run: Run, key: string): void {
  run.timers.get(key)?.();
  run.timers.delete(key);
}
