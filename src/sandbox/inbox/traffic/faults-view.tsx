import { useId, useState } from 'preact/hooks';
import { useAnnounce } from '../../../page/parts/live-region.tsx';
import { Skeleton } from '../../../page/parts/skeleton.tsx';
import { ControlFailure, callControl, toControlFailure } from '../control/call-control.ts';
import { type FaultsAnswer, useFaults } from '../control/use-faults.ts';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { useFailureWords } from '../parts/use-failure-words.ts';
import { useTexts } from '../settings/language.tsx';
import { ActiveFaults } from './active-faults.tsx';
import { FaultEntry, type RuleDraft } from './fault-entry.tsx';
import { SEEDS, wrongNumber } from './fault-numbers.ts';

/** The available faults, and those that are on. */
export function FaultsView() {
  const all = useTexts();
  const wordsOf = useFailureWords();
  const texts = all.traffic.faults;
  const announce = useAnnounce();
  const titleId = useId();
  const { data, failure, reload } = useFaults();
  const [problem, setProblem] = useState<ControlFailure>();
  const [seed, setSeed] = useState('');
  if (data === undefined) {
    return (
      <div class="detail control-page">
        {failure === undefined ? <Skeleton /> : <FailureNotice failure={failure} retry={reload} />}
      </div>
    );
  }
  const add = async (rule: RuleDraft) => {
    setProblem(undefined);
    const wrong = seed === '' ? undefined : wrongNumber(all, texts.seed, seed, SEEDS);
    if (wrong !== undefined) return new ControlFailure('ERR_INPUT_INVALID', wrong);
    const body = { rule, ...(seed === '' ? {} : { seed: Number(seed) }) };
    const answer = await callControl<FaultsAnswer>('/faults', { method: 'POST', body }).catch(toControlFailure);
    if (answer instanceof ControlFailure) return answer;
    announce(texts.done(rule.fault));
    return undefined;
  };
  const remove = async (path: string, text: string) => {
    setProblem(undefined);
    try {
      await callControl<FaultsAnswer>(path, { method: 'DELETE' });
      announce(text);
    } catch (error) {
      setProblem(toControlFailure(error));
    }
  };
  return (
    <div class="detail control-page">
      <section class="card" aria-labelledby={titleId}>
        <h2 id={titleId}>{texts.title}</h2>
        <p class="hint">{texts.explain}</p>
        <ActiveFaults
          active={data.active}
          remove={(id, fault) => void remove(`/faults/${id}`, texts.removed(fault))}
          clear={() => void remove('/faults', texts.cleared)}
        />
        <div class="inline-form">
          <label for={`${titleId}-seed`}>{texts.seed}</label>
          <input
            id={`${titleId}-seed`}
            class="field is-number"
            type="number"
            min="0"
            max="4294967295"
            placeholder={String(data.seed)}
            value={seed}
            aria-describedby={`${titleId}-seed-hint`}
            onInput={({ currentTarget }) => setSeed(currentTarget.value)}
          />
          <span id={`${titleId}-seed-hint`} class="hint">
            {texts.seedHint}
          </span>
        </div>
        {problem === undefined ? null : (
          <p class="banner is-warning" role="alert">
            {wordsOf(problem)}
          </p>
        )}
      </section>
      <section class="fault-list" aria-labelledby={`${titleId}-known`}>
        <h2 id={`${titleId}-known`}>{texts.known}</h2>
        <ul>
          {data.known.map((fault) => (
            <FaultEntry key={fault.fault} fault={fault} add={add} />
          ))}
        </ul>
      </section>
    </div>
  );
}
