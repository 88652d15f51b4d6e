import type { HistoryRow } from '../../../store/store.ts';
import type { ListedReport } from '../../answers.ts';
import { useList } from '../data/use-list.ts';
import { Failure } from '../parts/failure.tsx';
import { When } from '../parts/when.tsx';
import { useTexts } from '../texts/use-texts.ts';
import { useTimes } from '../times.ts';
import { addDeliveries } from './add-deliveries.ts';
import { describeEntry, titleOf } from './describe-entry.ts';

interface TimelineProps {
  readonly path: string;
  readonly reports: readonly ListedReport[];
  readonly nameOf: (nodeId: string) => string;
}

/** What happened to an instance, in the order of commits, and when the center took its reports. */
export function Timeline({ path, reports, nameOf }: TimelineProps) {
  const texts = useTexts();
  const { exact: timeOf } = useTimes();
  const { rows = [], failure, more, reload } = useList<HistoryRow>(path, {});
  if (failure !== undefined && rows.length === 0) return <Failure failure={failure} retry={reload} />;
  return (
    <>
      <ol class="timeline">
        {addDeliveries(rows, reports, more === undefined).map((row) => (
          <li key={row.seq}>
            <When at={row.at} isExact /> <strong>{titleOf(row, texts)}</strong>{' '}
            <span>{describeEntry(row, texts, { nameOf, timeOf })}</span>
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
