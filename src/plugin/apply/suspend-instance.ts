import { StepError } from '../../errors.ts';
import type { InstanceRun } from '../state/instance-run.ts';
import { delayTimer } from '../tokens/set-timer.ts';

/** Suspends the instance. Timers keep their remaining time, and reports that were held back are sent. */
export function suspendInstance(run: InstanceRun, now: number): void {
  if (run.suspendedAt !== null) throw new StepError('ERR_STEP_FAILED', 'The process is suspended already.');
  run.suspendedAt = now;
}

/** Activates the instance. Every timer has the remaining time that it had when the instance was suspended. */
export function activateInstance(run: InstanceRun, now: number): void {
  if (run.suspendedAt === null) throw new StepError('ERR_STEP_FAILED', 'The process is not suspended.');
  // Negative if the clock was set back. This is correct: the remaining time is the same by the clock as it is now.
  const pausedMs = now - run.suspendedAt;
  const { marking } = run.net;
  for (const [key, listener] of Object.entries(marking.state.listeners))
    if (listener.kind === 'timer') marking.addListener(key, delayTimer(listener, pausedMs));
  for (const [taskId, dueAt] of Object.entries(run.timeOuts)) run.timeOuts[taskId] = dueAt + pausedMs;
  run.suspendedAt = null;
}
