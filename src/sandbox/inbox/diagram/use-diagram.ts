import { useEffect } from 'preact/hooks';
import type { DiagramAnswer } from '../../control/task-routes.ts';
import { type Resource, useResource } from '../control/use-resource.ts';

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
