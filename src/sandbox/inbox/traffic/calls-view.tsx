import { ArrowLeftRight, SearchX } from 'lucide-preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { navigate } from 'wouter-preact/use-hash-location';
import { Notice } from '../../../page/parts/notice.tsx';
import { Skeleton } from '../../../page/parts/skeleton.tsx';
import type { TrafficEntry } from '../../http/traffic.ts';
import { useCenter } from '../control/center.tsx';
import { RowList, rowId } from '../lists/row-list.tsx';
import { useShownFocus } from '../lists/use-shown-focus.ts';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { isComposing } from '../parts/is-composing.ts';
import { addressOf, type TrafficPlace } from '../routes.ts';
import { useTexts } from '../settings/language.tsx';
import { CallPane } from './call-pane.tsx';
import { CallRow } from './call-row.tsx';
import { CallsEnd } from './calls-end.tsx';
import { CallsFilter, NOTHING_CHOSEN } from './calls-filter.tsx';
import { type CallWords, describeCall, hasOutcome, numbersOf } from './describe-call.ts';
import { type CallFilter, useCalls } from './use-calls.ts';
import { useFittingCalls } from './use-fitting-calls.ts';

export function CallsView({ place }: { readonly place: TrafficPlace }) {
  const { traffic: texts, failure: failures } = useTexts();
  const { nameOf, groupName } = useCenter();
  const { account, transactionId, seq } = place;
  const [chosen, choose] = useState(NOTHING_CHOSEN);
  const [words, setWords] = useState('');
  const { direction, call, outcome } = chosen;
  const filter: CallFilter = { direction, call, ...filterOf(transactionId) };
  const held = useCalls(filter);
  const { named, failure, reload } = held;
  const speak: CallWords = { texts, named, transactionId, nameOf, groupName };
  const isCompared = outcome !== '' || words.trim() !== '';
  const compared = JSON.stringify([filter, outcome, words]);
  const fitting = useFittingCalls(
    held,
    compared,
    isCompared ? (each) => hasOutcome(each, outcome, speak) && has(each, speak, words) : undefined,
  );
  const { shown, isSearching } = fitting;
  const isFiltered = [words, direction, call, outcome].some((each) => each !== '');
  const at = (opened?: number) =>
    addressOf({ ...{ screen: 'traffic', account, view: 'calls' }, ...filterOf(transactionId), ...seqOf(opened) });
  const callRef = useRef<HTMLElement>(null);
  useShownFocus(seq === undefined ? undefined : String(seq), callRef);
  // Another call begins at its top.
  useLayoutEffect(() => {
    if (callRef.current) callRef.current.scrollTop = 0;
  }, [seq]);
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || seq === undefined || event.defaultPrevented || isComposing(event)) return;
    navigate(at());
    requestAnimationFrame(() => document.getElementById(rowId(String(seq)))?.focus());
  };
  return (
    // Escape goes back for those who have a keyboard; the back link works for everybody.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div class={`split is-calls${seq === undefined ? '' : ' is-open'}`} onKeyDown={leave}>
      <section class="list-pane" aria-label={texts.calls.label} tabIndex={-1}>
        <CallsFilter place={place} filter={chosen} words={words} onFilter={choose} onWords={setWords} />
        <div class="list-panel">
          {shown === undefined ? (
            failure === undefined ? (
              <Skeleton />
            ) : (
              <FailureNotice failure={failure} retry={reload} />
            )
          ) : shown.length > 0 ? (
            <RowList
              name={`${account} calls ${transactionId}`}
              label={texts.calls.label}
              open={seq === undefined ? undefined : String(seq)}
              rows={shown.map((call) => ({
                id: String(call.seq),
                href: `#${at(call.seq)}`,
                content: <CallRow call={call} words={speak} />,
              }))}
            />
          ) : isSearching ? null : (
            <Notice
              icon={isFiltered ? SearchX : ArrowLeftRight}
              {...(isFiltered
                ? texts.calls.noneFits
                : transactionId === undefined
                  ? texts.calls.empty
                  : texts.calls.noneOf)}
            />
          )}
          {shown?.length === 0 && !isFiltered ? null : <CallsEnd {...fitting} />}
          {shown === undefined || failure === undefined ? null : (
            <p class="banner is-warning" role="alert">
              {failure.code === 'ERR_UNREACHABLE' ? failures.unreachable : failure.message}
            </p>
          )}
        </div>
      </section>
      <section ref={callRef} class="detail-pane" aria-label={texts.call.label} tabIndex={-1}>
        <CallPane seq={seq} held={held} words={speak} account={account} back={at()} />
      </section>
    </div>
  );
}

function has(call: TrafficEntry, speak: CallWords, words: string): boolean {
  if (words.trim() === '') return true;
  const text = JSON.stringify([
    call.path,
    call.body,
    call.answer,
    call.taskId,
    call.fault,
    `#${call.seq}`,
    call.headers.uuid,
    describeCall(call, speak),
    numbersOf(call, speak.named),
  ]).toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function filterOf(transactionId: string | undefined) {
  return transactionId === undefined ? {} : { transactionId };
}

function seqOf(seq: number | undefined) {
  return seq === undefined ? {} : { seq };
}
