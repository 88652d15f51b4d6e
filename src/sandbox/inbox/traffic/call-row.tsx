import { Zap } from 'lucide-preact';
import { Chip } from '../../../page/parts/chip.tsx';
import type { TrafficEntry } from '../../http/traffic.ts';
import { useTimes } from '../parts/times.tsx';
import { CallArrow } from './call-arrow.tsx';
import { type CallWords, describeCall, outcomeOf, serialNumberOf } from './describe-call.ts';

interface CallRowProps {
  readonly call: TrafficEntry;
  readonly words: CallWords;
}

export function CallRow({ call, words }: CallRowProps) {
  const { texts } = words;
  const times = useTimes();
  const outcome = outcomeOf(call, words);
  const serialNumber = serialNumberOf(call, words.named);
  return (
    <span class="call-row">
      <CallArrow direction={call.direction} />
      <span class="row-body">
        <span class="row-head">
          <strong class="row-title">{describeCall(call, words)}</strong>
          <time class="when" dateTime={new Date(call.at).toISOString()} title={times.exact(call.at)}>
            {times.clock(call.at)}
          </time>
        </span>
        <span class="call-line">
          <span>
            #{call.seq} · {texts.kinds[call.call]}
            {serialNumber === undefined ? null : <span class="mono"> · {serialNumber}</span>}
          </span>
          <Chip tone={outcome.tone}>{outcome.text}</Chip>
          {call.fault === undefined ? null : (
            <Chip tone="warning">
              <Zap size={11} aria-hidden="true" />
              {call.fault}
            </Chip>
          )}
        </span>
      </span>
    </span>
  );
}
