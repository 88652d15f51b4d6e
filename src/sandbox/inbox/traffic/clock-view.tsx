import { FastForward, MoonStar } from 'lucide-preact';
import { useId, useState } from 'preact/hooks';
import { useAnnounce } from '../../../page/parts/live-region.tsx';
import type { ClockAnswer } from '../../control/running-routes.ts';
import type { StatusRun } from '../../tasks/ask-status.ts';
import { type ControlFailure, callControl, toControlFailure } from '../control/call-control.ts';
import { useCenter } from '../control/center.tsx';
import { useTimes } from '../parts/times.tsx';
import { useFailureWords } from '../parts/use-failure-words.ts';
import { useTexts } from '../settings/language.tsx';
import { StatusRuns } from './status-runs.tsx';

const NEARLY_NOTHING_MS = 1_000;
const STEPS = [1, 24, 72] as const;

interface ActResult {
  /** The card with the button that was pressed. */
  readonly of: 'clock' | 'nightly';
  readonly said?: string;
  readonly failure?: ControlFailure;
}

/** The center's clock, which can be set forward, and its nightly run. */
export function ClockView() {
  const { traffic, colon } = useTexts();
  const texts = traffic.clock;
  const { clock } = useCenter();
  const times = useTimes();
  const announce = useAnnounce();
  const hoursId = useId();
  const [hours, setHours] = useState('1');
  const [result, setResult] = useState<ActResult>();
  const act = async (of: ActResult['of'], work: () => Promise<string>) => {
    setResult(undefined);
    try {
      const said = await work();
      setResult({ of, said });
      announce(said);
    } catch (error) {
      setResult({ of, failure: toControlFailure(error) });
    }
  };
  const advance = (by: number) =>
    act('clock', async () => {
      const { now } = await callControl<ClockAnswer>('/clock/advance', { method: 'POST', body: { hours: by } });
      return texts.advanced(times.exact(now));
    });
  const runNightly = () =>
    act('nightly', async () => {
      const { runs } = await callControl<{ readonly runs: readonly StatusRun[] }>('/status-runs', {
        method: 'POST',
        body: {},
      });
      return texts.ran(runs.length);
    });
  const wanted = Number(hours);
  return (
    <div class="detail control-page">
      <section class="card" aria-labelledby={`${hoursId}-title`}>
        <h2 id={`${hoursId}-title`}>{texts.title}</h2>
        <p class="hint">{texts.explain}</p>
        <p class="clock-time">
          <strong>{times.exact(times.now)}</strong>
          <span class="muted">
            {clock === undefined ? '' : texts.zone(clock.timeZone)} ·{' '}
            {clock === undefined || clock.aheadMs < NEARLY_NOTHING_MS
              ? texts.onTime
              : texts.ahead(times.duration(clock.aheadMs))}
          </span>
        </p>
        <div class="inline-form">
          <label for={hoursId}>{texts.hours}</label>
          <input
            id={hoursId}
            class="field is-number"
            type="number"
            min="0.25"
            step="any"
            value={hours}
            onInput={({ currentTarget }) => setHours(currentTarget.value)}
          />
          <button type="button" class="button is-primary" disabled={!(wanted > 0)} onClick={() => void advance(wanted)}>
            <FastForward size={16} aria-hidden="true" /> {texts.advance}
          </button>
          {STEPS.map((step) => (
            <button
              key={step}
              type="button"
              class="button"
              aria-label={`+${times.duration(step * 3_600_000)}${colon}${texts.advance}`}
              onClick={() => void advance(step)}
            >
              +{times.duration(step * 3_600_000)}
            </button>
          ))}
        </div>
        <p class="hint">{texts.once}</p>
        {result?.of === 'clock' ? <Result result={result} /> : null}
      </section>
      <section class="card" aria-labelledby={`${hoursId}-night`}>
        <h2 id={`${hoursId}-night`}>{texts.nightly}</h2>
        <p class="hint">{texts.nightlyExplain}</p>
        <button type="button" class="button" onClick={() => void runNightly()}>
          <MoonStar size={16} aria-hidden="true" /> {texts.run}
        </button>
        {result?.of === 'nightly' ? <Result result={result} /> : null}
        <StatusRuns />
      </section>
    </div>
  );
}

/** The result is shown next to the button. */
function Result({ result: { said, failure } }: { readonly result: ActResult }) {
  const wordsOf = useFailureWords();
  if (failure === undefined) return <p class="banner">{said}</p>;
  return (
    <p class="banner is-warning" role="alert">
      {wordsOf(failure)}
    </p>
  );
}
