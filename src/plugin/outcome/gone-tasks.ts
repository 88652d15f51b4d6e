import type { Taker, TokenTrace } from '../explain/note-moves.ts';
import { eventStatus, statusText } from '../explain/wording.ts';
import type { GoneTask, OpenTask, Origin } from '../state/ledger.ts';
import type { RunSettings } from '../state/run-settings.ts';
import type { EndedBy } from '../state/step-notes.ts';

/** A task that was removed before anybody handled it. */
export interface VanishedTask extends OpenTask {
  /** Display name of the bridge, because nobody handled the task. */
  readonly handlerName: string;
  /** Why it was removed. */
  readonly handleStatus: string;
  /** Whether it is not reported, because the report has nobody to name. */
  readonly isUntold: boolean;
}

/** The part of a step's result that removes tasks. */
export interface TakingStep {
  readonly trace: Pick<TokenTrace, 'takers'>;
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
  step: TakingStep,
  vanished: readonly OpenTask[],
  settings: RunSettings,
  now: number,
): { readonly gone: readonly VanishedTask[]; readonly toReport: readonly GoneTask[] } {
  const { systemName: handlerName, reportGone } = settings;
  // The center's own button ended it, and the center itself removes the open tasks.
  const isTold = reportGone && step.endedBy?.reported !== false;
  const gone: VanishedTask[] = [];
  const toReport: GoneTask[] = [];
  for (const task of vanished) {
    const taker = takerOf(step, task);
    const handleStatus = statusOf(taker?.why ?? step.endedBy?.as ?? 'terminated', settings);
    const handlers = isTold ? handlersOf(task, settings) : [];
    gone.push({ ...task, handlerName, handleStatus, isUntold: isTold && handlers.length === 0 });
    const { taskId, nodeId } = task;
    const cause = taker ? taker.origin : step.completedOrigin;
    const goneAt = step.endedBy?.pressedAt ?? now;
    const takenBy = taker?.label ?? null;
    const standIn = task.handlers.length === 0 && { standsInFor: task.handlingGroups };
    for (const handler of handlers)
      toReport.push({ taskId, nodeId, handler, ...standIn, handleStatus, goneAt, takenBy, cause });
  }
  return { gone, toReport };
}

/** A group may be of any size: the lists of further members are updated when the center asks. */
const MOST_MEMBERS = 50;

/** The people in whose lists the task is, each once: a center may remove it only from the list of the person that a report names. */
function handlersOf({ handlers, handlingGroups }: OpenTask, settings: RunSettings): readonly string[] {
  if (handlers.length > 0) return [...new Set(handlers)];
  const { standInFor, membersOf } = settings;
  const first = standInFor(handlingGroups);
  if (first === undefined) return [];
  return [...new Set([first, ...(membersOf?.(handlingGroups) ?? [])])].slice(0, MOST_MEMBERS);
}

/** The handleStatus in the report of a task that nobody handled. */
function statusOf(why: Taker['why'] | EndedBy['as'], settings: RunSettings): string {
  if (typeof why !== 'string') return eventStatus(settings, why);
  return statusText(settings, why === 'decided' ? 'decidedByOthers' : why);
}

/** If several causes ended scopes around it, the innermost one came first; the others came too late. */
function takerOf({ trace }: TakingStep, { rootId, scopeIds }: OpenTask): Taker | undefined {
  for (const scopeId of [rootId, ...scopeIds]) {
    const taker = trace.takers.find((each) => each.scopeId === scopeId);
    if (taker) return taker;
  }
  return undefined;
}
