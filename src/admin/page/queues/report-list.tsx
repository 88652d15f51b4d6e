import type { BacklogAnswer, ListedReport } from '../../answers.ts';
import { useData } from '../data/use-data.ts';
import { useList } from '../data/use-list.ts';
import { BulkOperation } from '../parts/bulk-operation.tsx';
import { Filter } from '../parts/filter.tsx';
import { Operation } from '../parts/operation.tsx';
import { useTexts } from '../texts/use-texts.ts';
import { CardList } from './card-list.tsx';
import { ReportCard } from './report-card.tsx';
import { useDeliveryFilter } from './use-delivery-filter.ts';

const STATES = ['parked', 'unconfirmed', 'pending', 'acknowledged', 'skipped', 'delivered'] as const;

export function ReportList({ filter }: { readonly filter: Readonly<Record<string, string>> }) {
  const texts = useTexts();
  const { fields, query, choice, parked, reload: recount } = useDeliveryFilter('reports', filter);
  const list = useList<ListedReport>('reports', query);
  const { data: backlog, reload } = useData<BacklogAnswer>('backlog');
  const { pending = 0, parked: allParked = 0, unconfirmed = 0 } = backlog?.reports ?? {};
  const onDone = () => {
    list.reload();
    recount();
    reload();
  };
  return (
    <>
      <div class="heading">
        <h1>{texts.screens.reports}</h1>
        <p class="muted">{texts.reports.backlog(pending, allParked, unconfirmed)}</p>
        <span class="heading-buttons">
          <BulkOperation
            operation="reports.retry"
            filter={choice}
            count={parked}
            label={texts.bulk.reports(parked)}
            onDone={onDone}
          />
          <BulkOperation
            operation="reports.skip"
            filter={choice}
            count={parked}
            label={texts.bulk.skipReports(parked)}
            onDone={onDone}
          />
          {pending === 0 ? null : (
            <Operation
              name="now"
              path="reports/all/now"
              label={texts.operations.allNow}
              subject={texts.screens.reports}
              onDone={onDone}
            />
          )}
        </span>
      </div>
      <Filter
        screen="reports"
        filter={filter}
        fields={[
          {
            name: 'state',
            label: texts.filter.state,
            options: STATES.map((state) => [state, texts.reportStates[state]] as const),
          },
          ...fields,
        ]}
      />
      <CardList
        list={list}
        empty={{ title: texts.reports.empty, hint: texts.reports.emptyHint }}
        card={(report) => <ReportCard key={report.seq} report={report} onDone={onDone} />}
      />
    </>
  );
}
