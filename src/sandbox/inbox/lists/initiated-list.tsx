import { Send } from 'lucide-preact';
import type { ListedTransaction } from '../../tasks/lists.ts';
import { useResource } from '../control/call-control.ts';
import { useCenter } from '../control/center.tsx';
import { aboutOf, besidesAbout, isOpen } from '../parts/about.ts';
import { When } from '../parts/times.tsx';
import type { InboxPlace } from '../routes.ts';
import { useTexts } from '../settings/language.tsx';
import { EntryList } from './entry-list.tsx';
import { StateChip } from './state-chip.tsx';
import { RowSummary } from './task-row.tsx';

export function InitiatedList({ place }: { readonly place: InboxPlace }) {
  const { states } = useTexts();
  const { processName } = useCenter();
  const path = `/accounts/${encodeURIComponent(place.account)}/initiated`;
  const resource = useResource<{ readonly transactions: readonly ListedTransaction[] }>(path, ['tasks']);
  return (
    <EntryList
      {...{ place, resource }}
      entries={resource.data?.transactions.toSorted((one, other) => other.startedAt - one.startedAt)}
      icon={Send}
      idOf={({ transactionId }) => transactionId}
      textsOf={({ transactionName, transTypeCode, serialNumber, state, summary }) => [
        ...[transactionName, processName(transTypeCode), serialNumber, states[state], ...summary],
      ]}
      row={(transaction) => <TransactionRow transaction={transaction} />}
    />
  );
}

function TransactionRow({ transaction }: { readonly transaction: ListedTransaction }) {
  const { lists: texts, and } = useTexts();
  const { processName } = useCenter();
  const process = processName(transaction.transTypeCode);
  const about = aboutOf(transaction);
  const now = new Set(transaction.tasks.filter(isOpen).map(({ nodeName }) => nodeName));
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
          {now.size === 0 ? null : <span>{texts.nowAt([...now].join(and))}</span>}
        </span>
        <StateChip state={transaction.state} />
      </span>
      <RowSummary entries={besidesAbout(transaction)} />
    </>
  );
}
