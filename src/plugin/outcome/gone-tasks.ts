import type { Cancellation, TokenTrace } from '../explain/note-moves.ts';
import { eventStatus, statusText } from '../explain/wording.ts';
import type { GoneTask, OpenTask, Origin } from '../state/ledger.ts';
import type { RunSettings } from '../state/run-settings.ts';
import type { EndedBy } from '../state/step-notes.ts';

/** A task that was removed before anybody handled it. */
export interface RemovedTask extends OpenTask {
  /** Display name of the bridge, because nobody handled the task. */
  readonly handlerName: string;
  /** Why it was removed. */
  readonly handleStatus: string;
  /** Whether it is not reported, because the report has nobody to name. */
  readonly isUnreported: boolean;
  readonly isSystem?: boolean | undefined;
}

/** The part of a step's result that removes tasks. */
export interface CancellingStep {
  readonly trace: Pick<TokenTrace, 'cancellations'>;
  /** The operation that terminated or revoked the instance. */
  readonly endedBy: EndedBy | undefined;
  readonly completedOrigin: Origin;
}

/**
 * Finds out why tasks were removed, and which of them are reported.
 * @param vanished in the order of the tasks
 * @returns for each reported task one entry for each of its handlers
 */
export function describeGone(
  step: CancellingStep,
  vanished: readonly OpenTask[],
  settings: RunSettings,
  now: number,
): { readonly gone: readonly RemovedTask[]; readonly toReport: readonly GoneTask[] } {
  const { systemName: handlerName, reportGone } = settings;
  // The center's own button ended it, and the center itself removes the open tasks.
  const reportsGone = reportGone && step.endedBy?.reported !== false;
  const gone: RemovedTask[] = [];
  const toReport: GoneTask[] = [];
  for (const task of vanished) {
    const cancellation = cancellationOf(step, task);
    const handleStatus = statusOf(cancellation?.why ?? step.endedBy?.as ?? 'terminated', settings);
    const handlers = reportsGone ? handlersOf(task, settings) : [];
    gone.push({ ...task, handlerName, handleStatus, isUnreported: reportsGone && handlers.length === 0 });
    const { taskId, nodeId } = task;
    const cause = cancellation ? cancellation.origin : step.completedOrigin;
    const goneAt = step.endedBy?.pressedAt ?? now;
    const takenBy = cancellation?.label ?? null;
    const standIn = task.handlers.length === 0 && { standsInFor: task.handlingGroups };
    for (const handler of handlers)
      toReport.push({ taskId, nodeId, handler, ...standIn, handleStatus, goneAt, takenBy, cause });
  }
  return { gone, toReport };
}

/** A group may be of any size: the lists of further members are updated when the center asks. */
const MAX_MEMBERS = 50;

/** The people in whose lists the task is, each once: a center may remove it only from the list of the person that a report names. */
function handlersOf({ handlers, handlingGroups }: OpenTask, settings: RunSettings): readonly string[] {
  if (handlers.length > 0) return [...new Set(handlers)];
  const { standInFor, membersOf } = settings;
  const first = standInFor(handlingGroups);
  if (first === undefined) return [];
  return [...new Set([first, ...(membersOf?.(handlingGroups) ?? [])])].slice(0, MAX_MEMBERS);
}

/** The handleStatus in the report of a task that nobody handled. */
function statusOf(why: Cancellation['why'] | EndedBy['as'], settings: RunSettings): string {
  if (typeof why !== 'string') return eventStatus(settings, why);
  return statusText(settings, why === 'decided' ? 'decidedByOthers' : why);
}

/** If several causes ended scopes around it, the innermost one came first; the others came too late. */
function cancellationOf({ trace }: CancellingStep, { rootId, scopeIds }: OpenTask): Cancellation | undefined {
  for (const scopeId of [rootId, ...scopeIds]) {
    const cancellation = trace.cancellations.find((each) => each.scopeId === scopeId);
    if (cancellation) return cancellation;
  }
  return undefined;
}
