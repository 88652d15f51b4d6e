import { useId } from 'preact/hooks';
import { FailureNotice } from '../../../page/parts/failure-notice.tsx';
import { useAnnounce } from '../../../page/parts/live-region.tsx';
import { Skeleton } from '../../../page/parts/skeleton.tsx';
import type { Faults } from '../../faults/create-faults.ts';
import { callControl, useAction, useResource } from '../control/call-control.ts';
import { FailureLine } from '../parts/failure-line.tsx';
import { useTexts } from '../settings/language.tsx';
import { ActiveFaults } from './active-faults.tsx';
import { FaultEntry } from './fault-entry.tsx';

/** The faults, as the control API describes them. */
export type FaultsAnswer = Pick<Faults, 'known' | 'active' | 'seed'>;

/** The available faults, and those that are on. */
export function FaultsView() {
  const { faults: texts } = useTexts().traffic;
  const announce = useAnnounce();
  const titleId = useId();
  const { data, failure, reload } = useResource<FaultsAnswer>('/faults', ['faults']);
  const { failure: refusal, run } = useAction();
  const remove = (path: string, text: string) =>
    void run(async () => {
      await callControl(path, { method: 'DELETE' });
      announce(text);
    });
  return (
    <div class="detail control-page">
      {data !== undefined ? (
        <>
          <section class="card" aria-labelledby={titleId}>
            <h2 id={titleId}>{texts.title}</h2>
            <p class="hint">{texts.explain}</p>
            <ActiveFaults
              active={data.active}
              remove={(id, fault) => remove(`/faults/${id}`, texts.removed(fault))}
              clear={() => remove('/faults', texts.cleared)}
            />
            <FailureLine failure={refusal} />
          </section>
          <section class="fault-list" aria-labelledby={`${titleId}-known`}>
            <h2 id={`${titleId}-known`}>{texts.known}</h2>
            {data.known.map((fault) => (
              <FaultEntry key={fault.fault} fault={fault} seed={data.seed} />
            ))}
          </section>
        </>
      ) : failure === undefined ? (
        <Skeleton />
      ) : (
        <FailureNotice failure={failure} retry={reload} />
      )}
    </div>
  );
}
