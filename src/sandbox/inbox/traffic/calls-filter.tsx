import { Search } from 'lucide-preact';
import { navigate } from 'wouter-preact/use-hash-location';
import type { CallKind, TrafficEntry } from '../../http/traffic.ts';
import type { CenterTransaction } from '../../state/center-state.ts';
import { useCenter } from '../control/center.tsx';
import { useResource } from '../control/use-resource.ts';
import { aboutOf } from '../parts/about.ts';
import { addressOf, type TrafficPlace } from '../routes.ts';
import { useTexts } from '../settings/language.tsx';
import { OUTCOMES, type Outcome } from './describe-call.ts';
import type { CallFilter } from './use-calls.ts';

/** The filters beside the transaction; the outcome and the words are compared in the page. */
export interface Chosen extends Pick<CallFilter, 'direction' | 'call'> {
  readonly outcome: '' | Outcome;
}

export const NOTHING_CHOSEN: Chosen = { direction: '', call: '', outcome: '' };

interface CallsFilterProps {
  readonly place: TrafficPlace;
  readonly filter: Chosen;
  readonly words: string;
  readonly onFilter: (filter: Chosen) => void;
  readonly onWords: (words: string) => void;
}

/** The transaction is part of the address, so that links can be shared; the other filters are not kept. */
export function CallsFilter({ place, filter, words, onFilter, onWords }: CallsFilterProps) {
  const { traffic } = useTexts();
  const { processName } = useCenter();
  const texts = traffic.calls;
  const { data } = useResource<{ readonly transactions: readonly CenterTransaction[] }>('/transactions', ['tasks']);
  const { account, transactionId } = place;
  const isKnown =
    transactionId === undefined || data?.transactions.some((each) => each.transactionId === transactionId);
  const nameOf = ({ transSummary: summary, transactionName, transTypeCode }: CenterTransaction) =>
    aboutOf({ summary, transactionName }) ?? processName(transTypeCode);
  const show = (chosen: string) =>
    navigate(
      addressOf({ screen: 'traffic', account, view: 'calls', ...(chosen === '' ? {} : { transactionId: chosen }) }),
    );
  return (
    <search class="calls-filter">
      <label class="search">
        <Search size={16} aria-hidden="true" />
        <input
          type="search"
          aria-label={texts.search}
          placeholder={texts.search}
          value={words}
          onInput={({ currentTarget }) => onWords(currentTarget.value)}
        />
      </label>
      <select
        class="field"
        aria-label={texts.transaction}
        value={transactionId ?? ''}
        onChange={({ currentTarget }) => show(currentTarget.value)}
      >
        <option value="">{texts.allTransactions}</option>
        {data === undefined || isKnown ? null : <option value={transactionId}>{transactionId}</option>}
        {(data?.transactions ?? []).toReversed().map((each) => (
          <option key={each.transactionId} value={each.transactionId}>
            {[each.serialNumber, nameOf(each)].filter(Boolean).join(' · ')}
          </option>
        ))}
      </select>
      <select
        class="field"
        aria-label={texts.direction}
        value={filter.direction}
        onChange={({ currentTarget }) =>
          onFilter({ ...filter, direction: currentTarget.value as '' | TrafficEntry['direction'] })
        }
      >
        <option value="">{texts.both}</option>
        <option value="in">{texts.inLong}</option>
        <option value="out">{texts.outLong}</option>
      </select>
      <select
        class="field"
        aria-label={texts.kind}
        value={filter.call}
        onChange={({ currentTarget }) => onFilter({ ...filter, call: currentTarget.value as '' | CallKind })}
      >
        <option value="">{texts.allKinds}</option>
        {KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {traffic.kinds[kind]}
          </option>
        ))}
      </select>
      <select
        class="field"
        aria-label={texts.outcome}
        value={filter.outcome}
        onChange={({ currentTarget }) => onFilter({ ...filter, outcome: currentTarget.value as '' | Outcome })}
      >
        <option value="">{texts.allOutcomes}</option>
        {OUTCOMES.map((outcome) => (
          <option key={outcome} value={outcome}>
            {texts.outcomes[outcome]}
          </option>
        ))}
      </select>
    </search>
  );
}

const KINDS: readonly CallKind[] = ['token', 'taskHandle', 'messageSend', 'button', 'taskStatus', 'other'];
