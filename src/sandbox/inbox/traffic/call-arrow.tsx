import { ArrowDownLeft, ArrowUpRight } from 'lucide-preact';
import type { TrafficEntry } from '../../http/traffic.ts';
import { useTexts } from '../settings/language.tsx';

/** The direction of a call. */
export function CallArrow({ direction }: Pick<TrafficEntry, 'direction'>) {
  const { calls: texts } = useTexts().traffic;
  const Arrow = direction === 'in' ? ArrowDownLeft : ArrowUpRight;
  return (
    <span class={`call-arrow is-${direction}`} title={direction === 'in' ? texts.inLong : texts.outLong}>
      <Arrow size={16} aria-hidden="true" />
      <span class="visually-hidden">{texts[direction]}</span>
    </span>
  );
}
