import { Route, TriangleAlert } from 'lucide-preact';
import { useEffect, useId } from 'preact/hooks';
import { DiagramView } from '../../../page/diagram/diagram-view.tsx';
import { FailureNotice } from '../../../page/parts/failure-notice.tsx';
import { Notice } from '../../../page/parts/notice.tsx';
import { Skeleton } from '../../../page/parts/skeleton.tsx';
import type { DiagramAnswer } from '../../control/task-routes.ts';
import { type Resource, useResource } from '../control/call-control.ts';
import { useTexts } from '../settings/language.tsx';

/** The diagram of the process of a task with its progress; having no diagram is a normal state. */
export function DiagramSection({ diagram }: { readonly diagram: Resource<DiagramAnswer> }) {
  const { data, failure, reload } = diagram;
  const { diagram: texts, failure: failures } = useTexts();
  const titleId = useId();
  return (
    <section class="card diagram-card" aria-labelledby={titleId}>
      <div>
        <h3 id={titleId}>{texts.title}</h3>
        {data === undefined ? null : <p class="hint">{texts.hint}</p>}
      </div>
      {failure?.code === 'ERR_DIAGRAM_NONE' ? (
        <Notice icon={Route} title={texts.none} hint={texts.noneHint} />
      ) : data !== undefined ? (
        <>
          {failure === undefined || failure.code === 'ERR_UNREACHABLE' ? null : (
            <p class="banner is-warning" role="status">
              <TriangleAlert size={18} aria-hidden="true" /> {texts.stale}
            </p>
          )}
          <DiagramView diagram={data.diagram} />
        </>
      ) : failure?.code === 'ERR_UNREACHABLE' ? (
        <FailureNotice failure={failure} retry={reload} />
      ) : failure !== undefined ? (
        <Notice icon={TriangleAlert} title={texts.failed} hint={texts.failedHint}>
          <button type="button" class="button" onClick={reload}>
            {failures.retry}
          </button>
        </Notice>
      ) : (
        <Skeleton rows={2} />
      )}
    </section>
  );
}

/** A timer, or a press whose report is refused, moves the process without a call that the center could announce. */
const LOOK_EVERY_MS = 2_000;

/** The diagram of the process of a task, with its progress while it is shown; fetched again after a failure. */
export function useDiagram(taskId: string | undefined): Resource<DiagramAnswer> {
  const path = taskId === undefined ? undefined : `/tasks/${encodeURIComponent(taskId)}/diagram`;
  const resource = useResource<DiagramAnswer>(path, ['tasks', 'messages', 'traffic']);
  const { data, failure, reload } = resource;
  const isShown = data !== undefined;
  const isMissed = failure !== undefined && failure.code !== 'ERR_DIAGRAM_NONE' && failure.code !== 'ERR_UNREACHABLE';
  useEffect(() => {
    if (!isShown && !isMissed) return;
    const timer = window.setInterval(() => {
      if (!document.hidden) reload();
    }, LOOK_EVERY_MS);
    return () => window.clearInterval(timer);
  }, [isShown, isMissed, reload]);
  return resource;
}
