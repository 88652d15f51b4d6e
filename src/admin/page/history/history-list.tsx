import type { HistoryRow } from '../../../store/store.ts';
import { addressOf } from '../address.ts';
import { describeEntry, titleOf } from '../instances/describe-entry.ts';
import { ListScreen } from '../parts/list-screen.tsx';
import { PagedTable } from '../parts/paged-table.tsx';
import { When } from '../parts/when.tsx';
import { useTexts } from '../texts/use-texts.ts';
import { useTimes } from '../times.ts';

/** What has happened beside the instances, or also in them, and who did it. */
export function HistoryList({ filter }: { readonly filter: Readonly<Record<string, string>> }) {
  const texts = useTexts();
  const { history: words } = texts;
  const { exact: timeOf } = useTimes();
  return (
    <ListScreen<HistoryRow>
      {...{ list: 'history', screen: 'history', filter, shown: ['by', 'from'] }}
      more={[{ name: 'all', label: texts.filter.allEntries, options: 'flag' }]}
    >
      {(list) => (
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
      )}
    </ListScreen>
  );
}

/** What belongs to no instance is about a definition, or about migrations of the schema. */
function aboutOf({ data: { processId, definitionId, migrations } }: HistoryRow, told: string): string {
  const names = [processId, definitionId, ...(Array.isArray(migrations) ? migrations : [])];
  return [...names.filter((name) => typeof name === 'string'), ...(told === '' ? [] : [told])].join(' · ');
}
