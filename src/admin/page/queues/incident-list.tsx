import type { IncidentRow } from '../../../store/port.ts';
import { useList } from '../data/use-list.ts';
import { BulkOperation } from '../parts/bulk-operation.tsx';
import { Filter } from '../parts/filter.tsx';
import { useTexts } from '../texts/use-texts.ts';
import { CardList } from './card-list.tsx';
import { IncidentCard } from './incident-card.tsx';

export function IncidentList({ filter }: { readonly filter: Readonly<Record<string, string>> }) {
  const texts = useTexts();
  const list = useList<IncidentRow>('incidents', { ...filter, open: 'true' });
  const { processId, code } = filter;
  return (
    <>
      <div class="heading">
        <h1>{texts.screens.incidents}</h1>
        <span class="heading-buttons">
          <BulkOperation
            operation="incidents.retry"
            filter={{ ...(processId !== undefined && { processId }), ...(code !== undefined && { code }) }}
            count={list.count}
            label={texts.bulk.incidents(list.count)}
            onDone={list.reload}
          />
        </span>
      </div>
      <Filter
        screen="incidents"
        filter={filter}
        fields={[
          { name: 'processId', label: texts.filter.process },
          { name: 'code', label: texts.filter.code },
        ]}
      />
      <CardList
        list={list}
        empty={{ title: texts.incidents.empty, hint: texts.incidents.emptyHint }}
        card={(incident) => (
          <IncidentCard key={incident.incidentId} incident={incident} isOfList onDone={list.reload} />
        )}
      />
    </>
  );
}
