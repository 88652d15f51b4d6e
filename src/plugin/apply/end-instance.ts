import type { InstanceRun } from '../state/instance-run.ts';
import type { HandledTask, Ledger, OpenTask } from '../state/ledger.ts';
import { openTasksOf } from '../state/open-tasks.ts';
import type { RunSettings } from '../state/run-settings.ts';
import type { EndedBy } from '../state/step-notes.ts';

export interface InstanceEnd extends EndedBy {
  /** Display name in the report. */
  readonly handlerName: string;
  readonly now: number;
}

/**
 * Terminates or revokes the instance. If the center does not know yet (`end.reported`), the oldest open task for which a
 * handler can be named is reported with `end`; if there is none, the task that was handled last.
 */
export function endInstance(run: InstanceRun, end: InstanceEnd, settings: RunSettings): void {
  run.ended = true;
  run.notes.endedBy = end;
  run.notes.completedOrigin = run.lastHandledTaskId;
  const named = end.reported ? taskToEnd(openTasksOf(run.openTasks.values()), settings) : undefined;
  if (!named) return;
  const { taskId } = named.task;
  run.handled[taskId] = noteEnded(run.handled, named.task, named.handler, end);
  run.notes.justHandled.add(taskId);
  run.lastHandledTaskId = taskId;
  run.notes.completedOrigin = taskId;
}

/** Returns the oldest open task for which a handler can be named, and that handler. */
export function taskToEnd(
  open: readonly OpenTask[],
  settings: RunSettings,
): { readonly task: OpenTask; readonly handler: string } | undefined {
  for (const task of open) {
    const handler = task.handlers[0] ?? settings.standInFor(task.handlingGroups);
    if (handler !== undefined) return { task, handler };
  }
  return undefined;
}

/** The ledger entry of the task whose report ends the instance. */
export function noteEnded(
  handled: Ledger['handled'],
  { taskId, nodeId, handlers, handlingGroups }: OpenTask,
  handler: string,
  { handlerName, opinions, handleStatus, now, pressedAt = now }: InstanceEnd,
): HandledTask {
  return {
    taskId,
    nodeId,
    handler,
    handlerName,
    handledAt: pressedAt,
    appliedAt: now,
    opinions,
    handleStatus,
    reported: false,
    turnHandler: null,
    endedBy: null,
    ...(handlers.length === 0 && { standsInFor: handlingGroups }),
    again: handled[taskId]?.reported ?? false,
  };
}
