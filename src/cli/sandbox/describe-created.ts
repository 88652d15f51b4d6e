import type { TrafficEntry } from '../../sandbox/http/traffic.ts';
import type { Directory } from '../../sandbox/setup/directory.ts';
import type { CenterTask } from '../../sandbox/state/ledger.ts';
import { isObject } from '../../sandbox/tasks/check-fields.ts';
import { warnOfPeople } from '../../sandbox/tasks/warn-of-people.ts';
import { asArray, list } from './describe-call.ts';

/** Where the tasks of the center are found, and its people. */
export interface CreatedTasks {
  readonly task: (taskId: string) => CenterTask | undefined;
  readonly directory: Directory;
}

/**
 * What a report created, by the ids that it gave, and who of them is not there. The answer to a start is an error, 2004,
 * whether tasks were created or not.
 */
export function describeCreated({ call, body, at }: TrafficEntry, { task, directory }: CreatedTasks): string[] {
  if (call !== 'taskHandle') return [];
  const created = asArray(body)
    .flatMap((item) => (isObject(item) && item.status === 'next' ? asArray(item.next) : []))
    .map((next) => task(isObject(next) ? String(next.taskId) : ''))
    // One that was there before is not what this call created.
    .flatMap((found) => (found !== undefined && found.createdAt >= at ? [found] : []));
  if (created.length === 0) return [];
  const warnings = created.flatMap((found) =>
    warnOfPeople(directory, found).map((warning) => `${found.taskId}: ${warning}`),
  );
  return [`created ${list(created.map(({ taskId }) => taskId))}`, list(warnings, '; ')];
}
