import { StepError } from '../../../errors.ts';
import type { InstanceRun } from '../../state/instance-run.ts';

/** Holds everything as it is. Timers keep the time they have left, and what was held back for the center goes out. */
export function suspendInstance(run: InstanceRun, now: number): void {
  if (run.suspendedAt !== null) throw new StepError('ERR_STEP_FAILED', 'The process is suspended already.');
  run.suspendedAt = now;
}

/** Lets it go on: what every timer had left when it was suspended is what it has left now. */
export function activateInstance(run: InstanceRun, now: number): void {
  if (run.suspendedAt === null) throw new StepError('ERR_STEP_FAILED', 'The process is not suspended.');
  // Less than nothing where the clock was set back: a timer has the same time left by the clock as it is now.
  const pausedMs = now - run.suspendedAt;
  for (const [executionId, timer] of Object.entries(run.timers)) {
    if (timer.dueAt !== null) run.timers[executionId] = { ...timer, dueAt: timer.dueAt + pausedMs };
  }
  for (const [taskId, dueAt] of Object.entries(run.timeOuts)) run.timeOuts[taskId] = dueAt + pausedMs;
  run.suspendedAt = null;
}
