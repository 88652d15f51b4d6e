import type { HistoryRow } from '../../../store/store.ts';
import type { ListedReport } from '../../answers.ts';

/**
 * The history with the times at which the center took the reports, which are stored with the reports alone.
 * @param isComplete false: entries follow, and so do the deliveries after the last one here
 */
export function addDeliveries(
  rows: readonly HistoryRow[],
  reports: readonly ListedReport[],
  isComplete: boolean,
): readonly HistoryRow[] {
  const until = isComplete ? Number.POSITIVE_INFINITY : (rows.at(-1)?.at ?? 0);
  const deliveries = reports.flatMap(({ seq, instanceId, state, deliveredAt: at, attempts }): HistoryRow[] =>
    state !== 'delivered' || at === null || at >= until
      ? []
      : [{ seq: -seq, instanceId, at, type: 'report.delivered', data: { seq, attempts } }],
  );
  // Sorting is stable: what the history says of the same millisecond comes first.
  return [...rows, ...deliveries].sort((one, other) => one.at - other.at);
}
