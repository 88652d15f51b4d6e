import type { TrafficEntry } from '../../sandbox/http/traffic.ts';
import type { Directory } from '../../sandbox/setup/directory.ts';
import type { CenterTask } from '../../sandbox/state/center-state.ts';
import type { StatusRun } from '../../sandbox/tasks/ask-status.ts';
import { isObject } from '../../sandbox/tasks/check-fields.ts';
import { warnOfUnknownPeople } from '../../sandbox/tasks/unknown-people.ts';
import { asArray, describeCall, list } from './describe-call.ts';

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

/** Access to the tasks and people of the center. */
export interface CreatedTasks {
  readonly task: (taskId: string) => CenterTask | undefined;
  readonly directory: Directory;
}

/**
 * Lists the tasks that a report created, and unknown handlers. Needed because the answer to a start is the error 2004
 * whether or not tasks were created.
 */
function describeCreated({ call, body, at }: TrafficEntry, { task, directory }: CreatedTasks): string[] {
  if (call !== 'taskHandle') return [];
  const created = asArray(body)
    .flatMap((item) => (isObject(item) && item.status === 'next' ? asArray(item.next) : []))
    .map((next) => task(isObject(next) ? String(next.taskId) : ''))
    // Omits tasks that existed before the call.
    .flatMap((found) => (found !== undefined && found.createdAt >= at ? [found] : []));
  if (created.length === 0) return [];
  const warnings = created.flatMap((found) =>
    warnOfUnknownPeople(directory, found).map((warning) => `${found.taskId}: ${warning}`),
  );
  return [`created ${list(created.map(({ taskId }) => taskId))}`, list(warnings, '; ')];
}
