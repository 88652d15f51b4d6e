import { Zap } from 'lucide-preact';
import { useState } from 'preact/hooks';
import { useAnnounce } from '../../../page/parts/live-region.tsx';
import { type ControlFailure, callControl, toControlFailure } from '../control/call-control.ts';
import { useFaults } from '../control/use-faults.ts';
import { useFailureWords } from '../parts/use-failure-words.ts';
import { addressOf, type Place } from '../routes.ts';
import { useTexts } from '../settings/language.tsx';

/** Shown on every screen while faults are on, since they affect everything that is seen. */
export function FaultsBanner({ place }: { readonly place: Place | undefined }) {
  const { aside, traffic } = useTexts();
  const { faults: texts, comma } = traffic;
  const announce = useAnnounce();
  const wordsOf = useFailureWords();
  const { data } = useFaults();
  const [failure, setFailure] = useState<ControlFailure>();
  const active = (data?.active ?? []).filter(({ left }) => left !== 0);
  if (active.length === 0) return null;
  const names = active.map(({ rule, left }) =>
    left === undefined ? rule.fault : `${rule.fault}${aside(texts.left(left))}`,
  );
  const clear = async () => {
    setFailure(undefined);
    try {
      await callControl('/faults', { method: 'DELETE' });
      announce(texts.cleared);
    } catch (error) {
      setFailure(toControlFailure(error));
    }
  };
  return (
    <section class="faults-banner" aria-label={texts.active}>
      <Zap size={16} aria-hidden="true" />
      <span>{texts.banner(names.join(comma))}</span>
      {failure === undefined ? null : <strong role="alert">{wordsOf(failure)}</strong>}
      {place === undefined ? null : (
        <a href={`#${addressOf({ screen: 'traffic', account: place.account, view: 'faults' })}`}>{texts.show}</a>
      )}
      <button type="button" class="button is-small" onClick={() => void clear()}>
        {texts.clear}
      </button>
    </section>
  );
}
