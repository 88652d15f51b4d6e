import type { Execution } from 'bpmn-engine';
import { listEventWaits } from './event-waits.ts';
import type { InstanceRun, Variables } from './instance-run.ts';
import { catchersOf, fireAll, settle } from './settle.ts';

/**
 * Gives a message to the first that waits for it, or a signal to all of them.
 * @returns whether anything waited for it
 */
export function deliverEvent(
  run: InstanceRun,
  execution: Execution,
  event: {
    readonly kind: 'message' | 'signal';
    readonly name: string;
    readonly correlationKey?: string | undefined;
    readonly payload?: Variables | undefined;
  },
): boolean {
  const waits = listEventWaits(run.model, execution, run.entered);
  const catchers = catchersOf(run, waits, event.kind, event.name, event.correlationKey);
  const reached = event.kind === 'message' ? catchers.slice(0, 1) : catchers;
  if (reached.length === 0) return false;
  run.variables = { ...run.variables, ...event.payload };
  fireAll(run, execution, reached, null);
  settle(run, execution);
  return true;
}
