import { ArrowLeftRight, MousePointerClick, SearchX } from 'lucide-preact';
import { useRef, useState } from 'preact/hooks';
import { navigate } from 'wouter-preact/use-hash-location';
import { FailureNotice } from '../../../page/parts/failure-notice.tsx';
import { Notice } from '../../../page/parts/notice.tsx';
import { Skeleton } from '../../../page/parts/skeleton.tsx';
import type { TrafficAnswer } from '../../control/traffic-routes.ts';
import type { CallKind, TrafficEntry } from '../../http/traffic.ts';
import type { CenterTransaction } from '../../state/center-state.ts';
import { useResource } from '../control/call-control.ts';
import { useCenter } from '../control/center.tsx';
import { hasWords, SearchField } from '../lists/entry-list.tsx';
import { Rows, useEntryFocus } from '../lists/rows.tsx';
import { aboutOf } from '../parts/about.ts';
import { addressOf, type TrafficPlace } from '../routes.ts';
import { useTexts } from '../settings/language.tsx';
import { CallDetail } from './call-detail.tsx';
import { CallRow } from './call-row.tsx';
import { useCallDescriber } from './describe-call.ts';

const KINDS: readonly CallKind[] = ['token', 'taskHandle', 'messageSend', 'button', 'taskStatus', 'other'];
const PAGE = 100;
/** Of one request. */
const MOST = 1000;

const NO_CALLS: Pick<TrafficAnswer, 'calls' | 'tasks' | 'buttons' | 'serialNumbers' | 'hasMore'> = {
  ...{ calls: [], tasks: {}, buttons: {}, serialNumbers: {} },
  hasMore: false,
};

/** The latest calls, and the open one beside them. */
export function CallsView({ place }: { readonly place: TrafficPlace }) {
  const { calls: texts, call: callTexts } = useTexts().traffic;
  const { account, transactionId, seq } = place;
  const [kind, setKind] = useState('');
  const [words, setWords] = useState('');
  const [limit, setLimit] = useState(PAGE);
  const query = new URLSearchParams({
    limit: String(limit),
    ...(transactionId !== undefined && { transactionId }),
    ...(kind !== '' && { call: kind }),
  });
  const { data, failure, reload } = useResource<TrafficAnswer>(`/traffic?${query}`, ['traffic']);
  // Those that are shown stay while more of them are fetched.
  const held = useRef<TrafficAnswer>();
  held.current = data ?? held.current;
  const answer = held.current ?? NO_CALLS;
  const { describeCall, outcomeOf } = useCallDescriber(answer);
  const callRef = useRef<HTMLElement>(null);
  useEntryFocus(seq === undefined ? undefined : String(seq), callRef);
  const textsOf = (call: TrafficEntry) => [
    ...[describeCall(call), `#${call.seq}`, answer.serialNumbers[call.seq], call.fault, call.path],
    JSON.stringify([call.body, call.answer]),
  ];
  const shown = answer.calls.filter((call) => words === '' || hasWords(words, textsOf(call))).toReversed();
  const empty = words !== '' || kind !== '' ? texts.noneFits : transactionId === undefined ? texts.empty : texts.noneOf;
  return (
    <div class={`split is-calls${seq === undefined ? '' : ' is-open'}`}>
      <section class="list-pane" aria-label={texts.label}>
        <search class="calls-filter">
          <SearchField label={texts.search} placeholder={texts.search} {...{ words, setWords }} />
          <TransactionFilter place={place} />
          <KindFilter kind={kind} onChange={setKind} />
        </search>
        <div class="list-panel">
          {held.current === undefined ? (
            failure === undefined ? (
              <Skeleton />
            ) : (
              <FailureNotice failure={failure} retry={reload} />
            )
          ) : shown.length === 0 ? (
            <Notice icon={empty === texts.empty ? ArrowLeftRight : SearchX} {...empty} />
          ) : (
            <Rows
              label={texts.label}
              open={seq === undefined ? undefined : String(seq)}
              rows={shown.map((call) => ({
                id: String(call.seq),
                href: `#${addressOf({ ...place, seq: call.seq })}`,
                content: (
                  <CallRow
                    call={call}
                    title={describeCall(call)}
                    outcome={outcomeOf(call)}
                    serialNumber={answer.serialNumbers[call.seq]}
                  />
                ),
              }))}
            />
          )}
          {answer.hasMore && limit < MOST ? (
            <button type="button" class="button is-quiet load-earlier" onClick={() => setLimit(limit + PAGE)}>
              {texts.earlier}
            </button>
          ) : null}
        </div>
      </section>
      <section ref={callRef} class="detail-pane" aria-label={callTexts.label} tabIndex={-1}>
        {seq === undefined ? (
          <Notice icon={MousePointerClick} title={texts.pick} hint={texts.explain} />
        ) : (
          <CallDetail key={seq} account={account} seq={seq} back={addressOf(withoutCall(place))} />
        )}
      </section>
    </div>
  );
}

function withoutCall({ seq: _seq, ...list }: TrafficPlace): TrafficPlace {
  return list;
}

/** The transaction is part of the address, so that links can be shared. */
function TransactionFilter({ place: { account, transactionId = '' } }: { readonly place: TrafficPlace }) {
  const { calls: texts } = useTexts().traffic;
  const { processName } = useCenter();
  const { data } = useResource<{ readonly transactions: readonly CenterTransaction[] }>('/transactions', ['tasks']);
  const transactions = data?.transactions.toReversed() ?? [];
  const isKnown = transactionId === '' || transactions.some((each) => each.transactionId === transactionId);
  const show = (chosen: string) =>
    navigate(addressOf({ screen: 'traffic', account, view: 'calls', ...(chosen !== '' && { transactionId: chosen }) }));
  return (
    <select
      class="field"
      aria-label={texts.transaction}
      value={transactionId}
      onChange={({ currentTarget }) => show(currentTarget.value)}
    >
      <option value="">{texts.allTransactions}</option>
      {isKnown ? null : <option value={transactionId}>{transactionId}</option>}
      {transactions.map(
        ({ transactionId: id, serialNumber, transSummary: summary, transactionName, transTypeCode }) => (
          <option key={id} value={id}>
            {[serialNumber, aboutOf({ summary, transactionName }) ?? processName(transTypeCode)]
              .filter(Boolean)
              .join(' · ')}
          </option>
        ),
      )}
    </select>
  );
}

interface KindFilterProps {
  readonly kind: string;
  readonly onChange: (kind: string) => void;
}

function KindFilter({ kind, onChange }: KindFilterProps) {
  const { calls: texts, kinds } = useTexts().traffic;
  return (
    <select
      class="field"
      aria-label={texts.kind}
      value={kind}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      <option value="">{texts.allKinds}</option>
      {KINDS.map((each) => (
        <option key={each} value={each}>
          {kinds[each]}
        </option>
      ))}
    </select>
  );
}
