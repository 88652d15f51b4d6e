import { Send } from 'lucide-preact';
import { Notice } from '../../../page/parts/notice.tsx';
import { Skeleton } from '../../../page/parts/skeleton.tsx';
import type { ListedTransaction } from '../../tasks/lists.ts';
import { useNames } from '../control/center.tsx';
import { useResource } from '../control/use-resource.ts';
import { aboutOf, besidesAbout } from '../parts/about.ts';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { memo } from '../parts/memo.ts';
import { When } from '../parts/when.tsx';
import { addressOf } from '../routes.ts';
import { useTexts } from '../settings/language.tsx';
import { type Facet, fits, isFiltering, ListFilter, NO_FILTER } from './list-filter.tsx';
import { NoneFits } from './none-fits.tsx';
import { useOpenFirst } from './open-first.ts';
import { RowList } from './row-list.tsx';
import { StateChip } from './state-chip.tsx';
import { RowSummary } from './task-row.tsx';
import { useFilter } from './use-filter.ts';

interface InitiatedListProps {
  readonly account: string;
  /** The transaction that is open. */
  readonly open: string | undefined;
}

export function InitiatedList({ account, open }: InitiatedListProps) {
  const { lists: texts, states } = useTexts();
  const { processName } = useNames();
  const path = `/accounts/${encodeURIComponent(account)}/initiated`;
  const { data, failure, reload } = useResource<{ readonly transactions: readonly ListedTransaction[] }>(path, [
    'tasks',
  ]);
  const [filter, setFilter] = useFilter(account, 'initiated');
  const all = data?.transactions.toSorted((one, other) => other.startedAt - one.startedAt) ?? [];
  useOpenFirst(
    { account, list: 'initiated', ...(open === undefined ? {} : { item: open }) },
    data && all.map(({ transactionId }) => transactionId),
  );
  if (data === undefined)
    return failure === undefined ? <Skeleton /> : <FailureNotice failure={failure} retry={reload} />;
  const facets: Facet[] = [
    {
      ...{ name: 'process', label: texts.process },
      ...{ values: all.map(({ transTypeCode }) => transTypeCode), textOf: processName },
    },
    {
      ...{ name: 'state', label: texts.state },
      ...{ values: all.map(({ state }) => state), textOf: (state) => states[state as keyof typeof states] },
    },
  ];
  const fitting = all.filter((each) =>
    fits(filter, [each.transactionName, processName(each.transTypeCode), each.serialNumber, ...each.summary], {
      process: each.transTypeCode,
      state: each.state,
    }),
  );
  if (all.length === 0) return <Notice icon={Send} {...texts.empty.initiated} />;
  return (
    <>
      <div class="list-tools">
        <ListFilter filter={filter} facets={facets} onChange={setFilter} />
      </div>
      {fitting.length === 0 && isFiltering(filter) ? (
        <NoneFits onClear={() => setFilter(NO_FILTER)} />
      ) : (
        <RowList
          name={`${account} initiated`}
          label={texts.entries.initiated}
          open={open}
          rows={fitting.map((each) => ({
            id: each.transactionId,
            href: `#${addressOf({ screen: 'inbox', account, list: 'initiated', item: each.transactionId })}`,
            content: <TransactionRow transaction={each} />,
          }))}
        />
      )}
    </>
  );
}

const TransactionRow = memo(function TransactionRow({ transaction }: { readonly transaction: ListedTransaction }) {
  const { lists: texts, and } = useTexts();
  const { processName } = useNames();
  const process = processName(transaction.transTypeCode);
  const about = aboutOf(transaction);
  const now = transaction.tasks.filter(({ state }) => state === 'pending' || state === 'suspended');
  return (
    <>
      <span class="row-head">
        <strong class="row-title">{about ?? process}</strong>
        <When at={transaction.startedAt} />
      </span>
      <span class="row-second">
        <span class="row-line">
          {about === undefined ? null : <span>{process}</span>}
          {transaction.serialNumber === undefined ? null : <span class="mono">{transaction.serialNumber}</span>}
          {now.length === 0 ? null : (
            <span>{texts.nowAt([...new Set(now.map(({ nodeName }) => nodeName))].join(and))}</span>
          )}
        </span>
        <StateChip state={transaction.state} />
      </span>
      <RowSummary entries={besidesAbout(transaction)} />
    </>
  );
});
