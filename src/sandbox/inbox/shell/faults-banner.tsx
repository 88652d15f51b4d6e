import { Zap } from 'lucide-preact';
import { useAnnounce } from '../../../page/parts/live-region.tsx';
import { callControl, useAction, useResource } from '../control/call-control.ts';
import { FailureLine } from '../parts/failure-line.tsx';
import { addressOf, type Place } from '../routes.ts';
import { useTexts } from '../settings/language.tsx';
import type { FaultsAnswer } from '../traffic/faults-view.tsx';

/** Shown on every screen while faults are on, since they affect everything that is seen. */
export function FaultsBanner({ place }: { readonly place: Place | undefined }) {
  const { aside, and, traffic } = useTexts();
  const { faults: texts } = traffic;
  const announce = useAnnounce();
  const { failure, run } = useAction();
  const { data } = useResource<FaultsAnswer>('/faults', ['faults']);
  const active = (data?.active ?? []).filter(({ left }) => left !== 0);
  if (active.length === 0) return null;
  const names = active.map(({ rule, left }) =>
    left === undefined ? rule.fault : `${rule.fault}${aside(texts.left(left))}`,
  );
  const clear = async () => {
    await callControl('/faults', { method: 'DELETE' });
    announce(texts.cleared);
  };
  return (
    <section class="faults-banner" aria-label={texts.active}>
      <Zap size={16} aria-hidden="true" />
      <span>{texts.banner(names.join(and))}</span>
      <FailureLine failure={failure} />
      {place === undefined ? null : (
        <a href={`#${addressOf({ screen: 'traffic', account: place.account, view: 'faults' })}`}>{texts.show}</a>
      )}
      <button type="button" class="button is-small" onClick={() => void run(clear)}>
        {texts.clear}
      </button>
    </section>
  );
}
