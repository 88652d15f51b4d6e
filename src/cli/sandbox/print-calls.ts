import type { TrafficEntry } from '../../sandbox/http/traffic.ts';
import type { StatusRun } from '../../sandbox/tasks/ask-status.ts';
import { isObject } from '../../sandbox/tasks/check-fields.ts';
import { describeCall } from './describe-call.ts';
import { type CreatedTasks, describeCreated } from './describe-created.ts';

/** Options of the call printer. */
export interface CallPrinter extends CreatedTasks {
  readonly out: (line: string) => void;
  /** Time zone of the printed times. */
  readonly timeZone: string;
  /** Read after a status request has ended. */
  readonly statusRuns: () => readonly StatusRun[];
}

/** Prints a line for each call when it ends; for a status request, with the problems of the answer. */
export function createCallPrinter({
  out,
  timeZone,
  statusRuns,
  ...center
}: CallPrinter): (entry: TrafficEntry) => void {
  return (entry) => {
    if (entry.call !== 'taskStatus') {
      out(describeCall(entry, timeZone, [], describeCreated(entry, center)));
      return;
    }
    // The center evaluates the answer after the call has ended.
    setImmediate(() => out(describeCall(entry, timeZone, findRun(statusRuns(), entry)?.problems)));
  };
}

/** Compares the list by identity, because two requests may name the same tasks. */
function findRun(runs: readonly StatusRun[], { body }: TrafficEntry): StatusRun | undefined {
  const asked = isObject(body) ? body.taskIds : body;
  return runs.findLast(({ taskIds }) => taskIds === asked);
}
