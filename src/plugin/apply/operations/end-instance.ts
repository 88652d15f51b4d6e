import type { InstanceRun } from '../../state/instance-run.ts';
import type { HandledTask, Ledger, OpenTask } from '../../state/ledger.ts';
import { openTasksOf } from '../../state/open-tasks.ts';
import type { RunSettings } from '../../state/run-settings.ts';
import type { EndedBy } from '../../state/step-notes.ts';

export interface InstanceEnd extends EndedBy {
  /** Name to show for them in the report. */
  readonly handlerName: string;
  readonly now: number;
}

/**
 * Ends the instance before its time: nothing in it goes on. Where the center does not know yet, the oldest open task
 * somebody can be named for is reported, with `end`; where there is none, what was handled last.
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

/** The oldest open task somebody can be named for, and who. */
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

/** The task as it is reported for the end of its instance. */
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
