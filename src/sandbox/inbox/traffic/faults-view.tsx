import { useId, useState } from 'preact/hooks';
import { useAnnounce } from '../../../page/parts/live-region.tsx';
import { Skeleton } from '../../../page/parts/skeleton.tsx';
import type { ActiveFault } from '../../faults/create-faults.ts';
import { type ControlFailure, callControl, toControlFailure } from '../control/call-control.ts';
import { type FaultsAnswer, useFaults } from '../control/use-faults.ts';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { useFailureWords } from '../parts/use-failure-words.ts';
import { useTexts } from '../settings/language.tsx';
import { ActiveFaults } from './active-faults.tsx';
import { FaultEntry, type RuleDraft } from './fault-entry.tsx';

/** The available faults, and those that are on. */
export function FaultsView() {
  const { traffic } = useTexts();
  const wordsOf = useFailureWords();
  const texts = traffic.faults;
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
  const set = async (next: readonly RuleDraft[], text: string) => {
    setProblem(undefined);
    try {
      const body = { rules: next, seed: seed === '' ? data.seed : Number(seed) };
      await callControl<FaultsAnswer>('/faults', next.length === 0 ? { method: 'DELETE' } : { method: 'PUT', body });
      announce(text);
      return true;
    } catch (error) {
      setProblem(toControlFailure(error));
      return false;
    }
  };
  return (
    <div class="detail control-page">
      <section class="card" aria-labelledby={titleId}>
        <h2 id={titleId}>{texts.title}</h2>
        <p class="hint">{texts.explain}</p>
        <ActiveFaults
          active={data.active}
          remove={(index) => {
            const others = data.active.filter((_, at) => at !== index);
            void set(rulesOf(others), texts.removed(data.active[index]?.rule.fault ?? ''));
          }}
          clear={() => void set([], texts.cleared)}
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
            <FaultEntry
              key={fault.fault}
              fault={fault}
              add={(rule) => set([...rulesOf(data.active), rule], texts.done(fault.fault))}
            />
          ))}
        </ul>
      </section>
    </div>
  );
}

/** The strikes that are left, for rules that are sent again together with another. */
function rulesOf(active: readonly ActiveFault[]): RuleDraft[] {
  return active
    .filter(({ left }) => left !== 0)
    .map(({ rule, left }) => ({ ...rule, ...(left === undefined ? {} : { next: left }) }));
}
