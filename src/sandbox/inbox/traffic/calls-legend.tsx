import { MousePointerClick } from 'lucide-preact';
import { useId } from 'preact/hooks';
import { Chip } from '../../../page/parts/chip.tsx';
import { Notice } from '../../../page/parts/notice.tsx';
import { useTexts } from '../settings/language.tsx';
import { CallArrow } from './call-arrow.tsx';

/** Shown when no call is open: the directions of calls, and the meaning of the three reports. */
export function CallsLegend() {
  const { calls, call } = useTexts().traffic;
  const titleId = useId();
  return (
    <div class="calls-legend">
      <Notice icon={MousePointerClick} title={calls.pick} hint={calls.explain} />
      <section class="card" aria-labelledby={titleId}>
        <h2 id={titleId}>{calls.legend}</h2>
        <dl>
          {(['in', 'out'] as const).map((direction) => (
            <div key={direction}>
              <dt>
                <CallArrow direction={direction} />
              </dt>
              <dd>{direction === 'in' ? calls.inLong : calls.outLong}</dd>
            </div>
          ))}
          {Object.entries(call.means).map(([status, meaning]) => (
            <div key={status}>
              <dt lang="en">
                <Chip tone="accent">{status}</Chip>
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  );
}
