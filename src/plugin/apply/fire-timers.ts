import { listenersInOrder } from '../../net/order.ts';
import type { InstanceRun } from '../state/instance-run.ts';
import { notWaiting } from '../step-error.ts';

/** Fires one timer, even if it is not due yet. @throws {StepError} if nothing waits for it */
export function fireTimer(run: InstanceRun, executionId: string): void {
  if (run.net.state.listeners[executionId]?.kind !== 'timer') throw notWaiting('timer', executionId);
  run.net.fire(executionId);
}

/** In one step. Each takes milliseconds, and a cycle may have missed any number of rounds. */
const MAX_TIMERS = 100;

/**
 * Fires due timers in the order of their due times, including those that become due because another one fired: after
 * `MAX_TIMERS` only those that were set in this step and take no time; the others are still due in the next step.
 * @throws {StepError} `ERR_STEP_FAILED`: a loop of timers that take no time
 */
export function fireDueTimers(run: InstanceRun): void {
  const { net, context } = run;
  const { now } = context;
  const before = new Set(Object.keys(net.state.listeners));
  for (let fired = 0; !run.ended; ) {
    const due = Object.entries(net.state.listeners).flatMap(([key, listener]) =>
      listener.kind === 'timer' && listener.dueAt <= now && (fired < MAX_TIMERS || !before.has(key))
        ? [{ key, dueAt: listener.dueAt }]
        : [],
    );
    const earliest = Math.min(...due.map(({ dueAt }) => dueAt));
    const together = due.filter(({ dueAt }) => dueAt === earliest).map(({ key }) => key);
    const [first] = listenersInOrder(net.marking, together);
    if (first === undefined) return;
    if (before.has(first)) fired += 1;
    net.fire(first);
  }
}
