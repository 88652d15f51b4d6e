import { TASK_HANDLING_CODES } from '../../protocol/error-codes.ts';
import type { TrafficEntry } from '../http/traffic.ts';
import type { CenterState } from '../state/center-state.ts';
import { asArray, isObject } from '../tasks/check-fields.ts';
import { describeAnswer } from '../tasks/report-answers.ts';

/**
 * Why the center has handled the previous task of a report before: `repeat`, there was the same report; `continuation`,
 * there was another report of the same task. Then 2005 is no failure.
 */
export type EarlierReport = 'repeat' | 'continuation';

interface Report {
  readonly previousTaskId: string;
  readonly status: unknown;
  /** Ids of the tasks named as next. */
  readonly next: readonly unknown[];
  /** The same for the same report. */
  readonly key: string;
}

/** Bodies do not change. */
const known = new WeakMap<TrafficEntry, readonly Report[]>();

/**
 * By the seq of each of the calls, and by the previousTaskId of its reports. What was reported before the traffic begins
 * is known by the records of the task.
 */
export function findEarlierReports(
  traffic: readonly TrafficEntry[],
  calls: readonly TrafficEntry[],
  center: CenterState,
): Readonly<Record<string, Readonly<Record<string, EarlierReport>>>> {
  const wanted = new Set(calls);
  const seen = new Map<string, Set<string>>();
  const found = traffic.flatMap((entry): [number, Record<string, EarlierReport>][] => {
    const reports = reportsOf(entry);
    const earlier = wanted.has(entry)
      ? reports.flatMap((report) => judge(report, seen, center) ?? judgeByRecord(report, entry, center))
      : [];
    for (const { previousTaskId, key } of reports) {
      seen.set(previousTaskId, (seen.get(previousTaskId) ?? new Set()).add(key));
    }
    return earlier.length === 0 ? [] : [[entry.seq, Object.fromEntries(earlier)]];
  });
  return Object.fromEntries(found);
}

/** A task that is handled cannot conclude its transaction: an `end` is expected only as a repeat. */
function judge(
  { previousTaskId, key, status }: Report,
  seen: ReadonlyMap<string, ReadonlySet<string>>,
  { tasks }: CenterState,
): [string, EarlierReport][] | undefined {
  const keys = seen.get(previousTaskId);
  if (keys === undefined) return undefined;
  // The calls before were refused.
  if (tasks.get(previousTaskId)?.records.length === 0) return [];
  if (keys.has(key)) return [[previousTaskId, 'repeat']];
  return status === 'end' ? [] : [[previousTaskId, 'continuation']];
}

/** No call before it has the task: then its record, and the tasks that follow, are older than the traffic. */
function judgeByRecord(
  { previousTaskId, status, next }: Report,
  entry: TrafficEntry,
  { tasks, transactions }: CenterState,
): [string, EarlierReport][] {
  const task = tasks.get(previousTaskId);
  const isHandled = describeAnswer(entry, [previousTaskId]).code === TASK_HANDLING_CODES.taskFinished;
  if (task === undefined || task.records.length === 0 || !isHandled || entry.fault !== undefined) return [];
  if (status === 'end') {
    const conclusions = transactions.get(task.transactionId)?.conclusions ?? [];
    return conclusions.some(({ taskId }) => taskId === previousTaskId) ? [[previousTaskId, 'repeat']] : [];
  }
  const isCreated = (taskId: unknown) => (tasks.get(String(taskId))?.createdAt ?? Infinity) < entry.at;
  return [[previousTaskId, next.every(isCreated) ? 'repeat' : 'continuation']];
}

function reportsOf(entry: TrafficEntry): readonly Report[] {
  if (entry.call !== 'taskHandle') return [];
  const reports = known.get(entry) ?? readReports(entry.body);
  known.set(entry, reports);
  return reports;
}

function readReports(body: unknown): Report[] {
  return asArray(body)
    .filter(isObject)
    .flatMap(({ previousTaskId, status, next }) => {
      if (typeof previousTaskId !== 'string') return [];
      const ids = asArray(next)
        .filter(isObject)
        .map(({ taskId }) => taskId);
      return [{ previousTaskId, status, next: ids, key: JSON.stringify([status, ids]) }];
    });
}
