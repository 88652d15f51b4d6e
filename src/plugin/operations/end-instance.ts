import type { InstanceRun } from '../instance-run.ts';
import type { OpenTask } from '../ledger.ts';
import { openTasksOf } from '../open-tasks.ts';
import type { EndedBy } from '../run-notes.ts';
import type { RunSettings } from '../run-settings.ts';

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
  run.endedBy = end;
  run.completedOrigin = run.lastHandledTaskId;
  if (!end.reported) return;
  for (const task of openTasksOf(run.openTasks.values())) {
    const handler = task.handlers[0] ?? settings.standInFor(task.handlingGroups);
    if (handler === undefined) continue;
    noteEnded(run, task, handler, end);
    return;
  }
}

function noteEnded(run: InstanceRun, { taskId, nodeId }: OpenTask, handler: string, end: InstanceEnd): void {
  const { handlerName, opinions, handleStatus, now, pressedAt = now } = end;
  const again = run.handled[taskId]?.reported ?? false;
  run.handled[taskId] = {
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
    again,
  };
  run.justHandled.add(taskId);
  run.lastHandledTaskId = taskId;
  run.completedOrigin = taskId;
}
