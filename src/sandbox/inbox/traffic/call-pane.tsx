import { SearchX } from 'lucide-preact';
import { Notice } from '../../../page/parts/notice.tsx';
import { Skeleton } from '../../../page/parts/skeleton.tsx';
import type { TrafficAnswer } from '../../control/traffic-routes.ts';
import { useResource } from '../control/use-resource.ts';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { useTexts } from '../settings/language.tsx';
import { CallDetail } from './call-detail.tsx';
import { CallsLegend } from './calls-legend.tsx';
import { CallsLink } from './calls-link.tsx';
import type { CallWords } from './describe-call.ts';
import type { Calls } from './use-calls.ts';

interface CallPaneProps {
  readonly seq: number | undefined;
  readonly held: Calls;
  readonly words: CallWords;
  readonly account: string;
  /** Address of the list. */
  readonly back: string;
}

/** The open call; it may be earlier than those in the list, or hidden by the filter. */
export function CallPane({ seq, held: { calls, failure, reload }, words, account, back }: CallPaneProps) {
  const { calls: texts } = useTexts().traffic;
  const listed = calls?.find((call) => call.seq === seq);
  const isElsewhere = seq !== undefined && calls !== undefined && listed === undefined;
  const found = useResource<TrafficAnswer>(isElsewhere ? `/traffic?after=${seq - 1}&limit=1` : undefined, []);
  if (seq === undefined) return <CallsLegend />;
  const open = listed ?? found.data?.calls.find((call) => call.seq === seq);
  if (open !== undefined) {
    // The answer with a call that is not in the list also contains the names for it.
    const named = listed === undefined ? (found.data ?? words.named) : words.named;
    return <CallDetail key={open.seq} call={open} words={{ ...words, named }} account={account} back={back} />;
  }
  const trouble = calls === undefined ? failure : found.failure;
  return (
    <div class="detail">
      <CallsLink back={back} />
      {trouble !== undefined ? (
        <FailureNotice failure={trouble} retry={calls === undefined ? reload : found.reload} />
      ) : found.data === undefined ? (
        <Skeleton />
      ) : (
        <Notice icon={SearchX} {...texts.gone} />
      )}
    </div>
  );
}
