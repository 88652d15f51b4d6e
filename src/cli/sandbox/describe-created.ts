import type { TrafficEntry } from '../../sandbox/http/traffic.ts';
import type { Directory } from '../../sandbox/setup/directory.ts';
import type { CenterTask } from '../../sandbox/state/center-state.ts';
import { isObject } from '../../sandbox/tasks/check-fields.ts';
import { warnOfUnknownPeople } from '../../sandbox/tasks/unknown-people.ts';
import { asArray, list } from './describe-call.ts';

/** Access to the tasks and people of the center. */
export interface CreatedTasks {
  readonly task: (taskId: string) => CenterTask | undefined;
  readonly directory: Directory;
}

/**
 * Lists the tasks that a report created, and unknown handlers. Needed because the answer to a start is the error 2004
 * whether or not tasks were created.
 */
export function describeCreated({ call, body, at }: TrafficEntry, { task, directory }: CreatedTasks): string[] {
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
