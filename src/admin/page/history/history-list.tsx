import type { HistoryRow } from '../../../store/port.ts';
import { addressOf } from '../address.ts';
import { useList } from '../data/use-list.ts';
import { describeEntry, titleOf } from '../instances/describe-entry.ts';
import { Filter } from '../parts/filter.tsx';
import { PagedTable } from '../parts/paged-table.tsx';
import { When } from '../parts/when.tsx';
import { useTexts } from '../texts/use-texts.ts';
import { useTimes } from '../times.ts';

/** A day of the address stands for its beginning where the browser is. */
function toQuery({ from, ...filter }: Readonly<Record<string, string>>): Record<string, string> {
  const at = Date.parse(`${from}T00:00`);
  return Number.isNaN(at) ? filter : { ...filter, from: String(at) };
}

/** What has happened beside the instances, or also in them, and who did it. */
export function HistoryList({ filter }: { readonly filter: Readonly<Record<string, string>> }) {
  const texts = useTexts();
  const { history: words, filter: fields } = texts;
  const { exact: timeOf } = useTimes();
  const list = useList<HistoryRow>('history', toQuery(filter));
  return (
    <>
      <h1>{texts.screens.history}</h1>
      <Filter
        screen="history"
        filter={filter}
        fields={[
          { name: 'by', label: fields.by },
          { name: 'from', label: fields.from, options: 'date' },
          { name: 'all', label: fields.allEntries, options: 'flag' },
        ]}
      />
      <PagedTable
        label={texts.screens.history}
        list={list}
        idOf={({ seq }) => seq}
        empty={{ title: words.empty, hint: words.emptyHint }}
        heads={[words.time, words.what, words.about, texts.instances.instance]}
        cells={(entry) => [
          <When key="at" at={entry.at} isExact />,
          titleOf(entry, texts),
          aboutOf(entry, describeEntry(entry, texts, { nameOf: (nodeId) => nodeId, timeOf })),
          entry.instanceId === null ? (
            texts.none
          ) : (
            <a key="link" class="row-link" href={addressOf('instances', entry.instanceId)}>
              {entry.instanceId}
            </a>
          ),
        ]}
      />
    </>
  );
}

/** What belongs to no instance is about a definition, or about migrations of the schema. */
function aboutOf({ data: { processId, definitionId, migrations } }: HistoryRow, told: string): string {
  const names = [processId, definitionId, ...(Array.isArray(migrations) ? migrations : [])];
  return [...names.filter((name) => typeof name === 'string'), ...(told === '' ? [] : [told])].join(' · ');
}
