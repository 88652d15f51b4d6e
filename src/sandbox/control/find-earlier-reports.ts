import type { TrafficEntry } from '../http/traffic.ts';
import type { CenterState } from '../state/center-state.ts';
import { asArray, isObject } from '../tasks/check-fields.ts';
import { describeAnswer } from '../tasks/report-answers.ts';

/**
 * Why the center has handled the previous task of a report before: `repeat`, an earlier call has the same report;
 * `continuation`, an earlier call has another report of the same task. Then 2005 is no failure.
 */
export type EarlierReport = 'repeat' | 'continuation';

interface Report {
  readonly previousTaskId: string;
  readonly isEnd: boolean;
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
      ? reports.flatMap((report) => judge(report, seen) ?? judgeByRecord(report, traffic, center))
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
  { previousTaskId, key, isEnd }: Report,
  seen: ReadonlyMap<string, ReadonlySet<string>>,
): [string, EarlierReport][] | undefined {
  const keys = seen.get(previousTaskId);
  if (keys === undefined) return undefined;
  if (keys.has(key)) return [[previousTaskId, 'repeat']];
  return isEnd ? [] : [[previousTaskId, 'continuation']];
}

/** Its record is older than the traffic if none of these calls has made it. */
function judgeByRecord(
  { previousTaskId, isEnd }: Report,
  traffic: readonly TrafficEntry[],
  center: CenterState,
): [string, EarlierReport][] {
  const task = center.tasks.get(previousTaskId);
  if (task === undefined || task.records.length === 0 || isRecordedBy(traffic, previousTaskId)) return [];
  if (!isEnd) return [[previousTaskId, 'continuation']];
  const conclusions = center.transactions.get(task.transactionId)?.conclusions ?? [];
  return conclusions.some(({ taskId }) => taskId === previousTaskId) ? [[previousTaskId, 'repeat']] : [];
}

function isRecordedBy(traffic: readonly TrafficEntry[], taskId: string): boolean {
  return traffic.some((entry) => {
    if (!reportsOf(entry).some(({ previousTaskId }) => previousTaskId === taskId)) return false;
    const { status, code } = describeAnswer(entry, [taskId]);
    return status === 200 && code === undefined;
  });
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
      return [{ previousTaskId, isEnd: status === 'end', key: JSON.stringify([status, ids]) }];
    });
}
