import { Route, TriangleAlert } from 'lucide-preact';
import { useEffect, useId } from 'preact/hooks';
import type { DiagramAnswer } from '../../control/diagram-routes.ts';
import { useResource } from '../control/use-resource.ts';
import { Notice } from '../parts/notice.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { useTexts } from '../settings/language.tsx';
import { DiagramView } from './diagram-view.tsx';

/** A timer, or a press whose report is refused, moves the process without a call that the center could announce. */
const LOOK_EVERY_MS = 2_000;

/** The diagram of the process of a task with its progress; having no diagram is a normal state. */
export function DiagramSection({ taskId }: { readonly taskId: string }) {
  const { diagram: texts } = useTexts();
  const titleId = useId();
  const path = `/tasks/${encodeURIComponent(taskId)}/diagram`;
  const { data, failure, reload } = useResource<DiagramAnswer>(path, ['tasks', 'messages', 'traffic']);
  const isShown = data !== undefined;
  useEffect(() => {
    if (!isShown) return;
    const timer = window.setInterval(() => {
      if (!document.hidden) reload();
    }, LOOK_EVERY_MS);
    return () => window.clearInterval(timer);
  }, [isShown, reload]);
  return (
    <section class="card diagram-card" aria-labelledby={titleId}>
      <div>
        <h3 id={titleId}>{texts.title}</h3>
        {data === undefined ? null : <p class="hint">{texts.hint}</p>}
      </div>
      {failure?.code === 'ERR_DIAGRAM_NONE' ? (
        <Notice icon={Route} title={texts.none} hint={texts.noneHint} />
      ) : data !== undefined ? (
        <DiagramView diagram={data.diagram} />
      ) : failure !== undefined ? (
        <Notice icon={TriangleAlert} title={texts.failed} hint={texts.failedHint}>
          <button type="button" class="button" onClick={reload}>
            {texts.retry}
          </button>
        </Notice>
      ) : (
        <Skeleton rows={2} />
      )}
    </section>
  );
}
