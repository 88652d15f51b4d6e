import { FastForward, MoonStar } from 'lucide-preact';
import { useId, useState } from 'preact/hooks';
import { useAnnounce } from '../../../page/parts/live-region.tsx';
import type { ClockAnswer } from '../../control/running-routes.ts';
import { callControl, useAction } from '../control/call-control.ts';
import { useCenter } from '../control/center.tsx';
import { FailureLine } from '../parts/failure-line.tsx';
import { useTimes } from '../parts/times.tsx';
import { useTexts } from '../settings/language.tsx';
import { StatusRuns } from './status-runs.tsx';

const HOUR_MS = 3_600_000;
const NEARLY_NOTHING_MS = 1_000;
const STEPS = [1, 24, 72] as const;

/** The center's clock, which can be set forward, and its nightly run. */
export function ClockView() {
  const { traffic, colon } = useTexts();
  const texts = traffic.clock;
  const { clock } = useCenter();
  const times = useTimes();
  const announce = useAnnounce();
  const id = useId();
  const [hours, setHours] = useState('1');
  const { failure, run } = useAction();
  const nightly = useAction();
  const advance = (by: number) =>
    void run(async () => {
      const { now } = await callControl<ClockAnswer>('/clock/advance', { method: 'POST', body: { hours: by } });
      announce(texts.advanced(times.exact(now)));
    });
  const runNightly = () => callControl<void>('/status-runs', { method: 'POST', body: {} });
  const wanted = Number(hours);
  return (
    <div class="detail control-page">
      <section class="card" aria-labelledby={`${id}-title`}>
        <h2 id={`${id}-title`}>{texts.title}</h2>
        <p class="hint">{texts.explain}</p>
        <p class="clock-time">
          <strong>{times.exact(times.now)}</strong>
          {clock === undefined ? null : (
            <span class="muted">
              {texts.zone(clock.timeZone)} ·{' '}
              {clock.aheadMs < NEARLY_NOTHING_MS ? texts.onTime : texts.ahead(times.duration(clock.aheadMs))}
            </span>
          )}
        </p>
        <div class="inline-form">
          <label for={`${id}-hours`}>{texts.hours}</label>
          <input
            id={`${id}-hours`}
            class="field is-number"
            type="number"
            min="0.25"
            step="any"
            value={hours}
            onInput={({ currentTarget }) => setHours(currentTarget.value)}
          />
          <button type="button" class="button is-primary" disabled={!(wanted > 0)} onClick={() => advance(wanted)}>
            <FastForward size={16} aria-hidden="true" /> {texts.advance}
          </button>
          {STEPS.map((step) => (
            <button
              key={step}
              type="button"
              class="button"
              aria-label={`+${times.duration(step * HOUR_MS)}${colon}${texts.advance}`}
              onClick={() => advance(step)}
            >
              +{times.duration(step * HOUR_MS)}
            </button>
          ))}
        </div>
        <p class="hint">{texts.once}</p>
        <FailureLine failure={failure} />
      </section>
      <section class="card" aria-labelledby={`${id}-night`}>
        <h2 id={`${id}-night`}>{texts.nightly}</h2>
        <p class="hint">{texts.nightlyExplain}</p>
        <button type="button" class="button" onClick={() => void nightly.run(runNightly)}>
          <MoonStar size={16} aria-hidden="true" /> {texts.run}
        </button>
        <FailureLine failure={nightly.failure} />
        <StatusRuns />
      </section>
    </div>
  );
}
