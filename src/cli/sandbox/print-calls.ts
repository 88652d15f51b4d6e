import type { TrafficEntry } from '../../sandbox/http/traffic.ts';
import type { StatusRun } from '../../sandbox/tasks/ask-status.ts';
import { isObject } from '../../sandbox/tasks/check-fields.ts';
import { describeCall } from './describe-call.ts';
import { type CreatedTasks, describeCreated } from './describe-created.ts';

/** Where the lines about calls go, and what they are made with. */
export interface CallPrinter extends CreatedTasks {
  readonly out: (line: string) => void;
  /** Of the times. */
  readonly timeZone: string;
  /** Asked a moment after a question about states has ended. */
  readonly statusRuns: () => readonly StatusRun[];
}

/** Prints a line for each call as it ends; that of a question about states with what was wrong in the answer. */
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
    // The center looks at the answer when the call has ended.
    setImmediate(() => out(describeCall(entry, timeZone, findRun(statusRuns(), entry)?.problems)));
  };
}

/** Two questions may be about the same tasks; the run has the very list that was sent. */
function findRun(runs: readonly StatusRun[], { body }: TrafficEntry): StatusRun | undefined {
  const asked = isObject(body) ? body.taskIds : body;
  return runs.findLast(({ taskIds }) => taskIds === asked);
}
