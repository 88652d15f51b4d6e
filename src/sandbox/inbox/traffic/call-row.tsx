import { ArrowDownLeft, ArrowUpRight, Zap } from 'lucide-preact';
import { Chip, type Tone } from '../../../page/parts/chip.tsx';
import type { TrafficEntry } from '../../http/traffic.ts';
import { useTimes } from '../parts/times.tsx';
import { useTexts } from '../settings/language.tsx';

interface CallRowProps {
  readonly call: TrafficEntry;
  /** Its content in one sentence. */
  readonly title: string;
  readonly outcome: { readonly tone: Tone; readonly text: string };
  readonly serialNumber: string | undefined;
}

export function CallRow({ call, title, outcome, serialNumber }: CallRowProps) {
  const { calls: texts, kinds } = useTexts().traffic;
  const times = useTimes();
  const Arrow = call.direction === 'in' ? ArrowDownLeft : ArrowUpRight;
  return (
    <span class="call-row">
      <span class={`call-arrow is-${call.direction}`} title={texts[call.direction]}>
        <Arrow size={16} aria-hidden="true" />
        <span class="visually-hidden">{texts[call.direction]}</span>
      </span>
      <span class="row-body">
        <span class="row-head">
          <strong class="row-title">{title}</strong>
          <time class="when" dateTime={new Date(call.at).toISOString()} title={times.exact(call.at)}>
            {times.clock(call.at)}
          </time>
        </span>
        <span class="call-line">
          <span>
            #{call.seq} · {kinds[call.call]}
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
