import type { TrafficEntry } from '../http/traffic.ts';
import { asArray, isObject } from '../tasks/check-fields.ts';

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

/** By the seq of each of the calls, and by the previousTaskId of its reports. */
export function findEarlierReports(
  traffic: readonly TrafficEntry[],
  calls: readonly TrafficEntry[],
): Readonly<Record<string, Readonly<Record<string, EarlierReport>>>> {
  const wanted = new Set(calls);
  const seen = new Map<string, Set<string>>();
  const found = traffic.flatMap((entry): [number, Record<string, EarlierReport>][] => {
    const reports = reportsOf(entry);
    const earlier = wanted.has(entry) ? reports.flatMap((report) => judge(report, seen)) : [];
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
): [string, EarlierReport][] {
  const keys = seen.get(previousTaskId);
  if (keys === undefined) return [];
  if (keys.has(key)) return [[previousTaskId, 'repeat']];
  return isEnd ? [] : [[previousTaskId, 'continuation']];
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
