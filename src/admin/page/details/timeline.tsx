import type { ShownReport } from '../../../operations/columns.ts';
import { FailureNotice } from '../../../page/parts/failure-notice.tsx';
import type { HistoryRow } from '../../../store/store.ts';
import { useList } from '../data/use-list.ts';
import { When } from '../parts/times.tsx';
import { HistoryEntry } from '../parts/values.tsx';
import { useTexts } from '../texts/use-texts.ts';
import { addDeliveries } from './describe-entry.ts';

interface TimelineProps {
  readonly path: string;
  readonly reports: readonly ShownReport[];
  readonly nameOf: (nodeId: string) => string;
}

/** What happened to an instance, in the order of commits, and when the center took its reports. */
export function Timeline({ path, reports, nameOf }: TimelineProps) {
  const texts = useTexts();
  const { rows = [], failure, more, reload } = useList<HistoryRow>(path, {});
  if (failure !== undefined && rows.length === 0) return <FailureNotice failure={failure} retry={reload} />;
  return (
    <>
      <ol class="timeline">
        {addDeliveries(rows, reports, more === undefined).map((row) => (
          <li key={row.seq}>
            <When at={row.at} isExact /> <HistoryEntry row={row} nameOf={nameOf} />
          </li>
        ))}
      </ol>
      {more === undefined ? null : (
        <button type="button" class="button is-small" onClick={more}>
          {texts.instance.later}
        </button>
      )}
    </>
  );
}
