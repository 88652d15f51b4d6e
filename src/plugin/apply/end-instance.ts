import { handledTask, noteHandled, standInOf } from '../state/handled-task.ts';
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
  run.net.end();
  const open = run.systemTask ? [run.systemTask.task] : openTasksOf(run.openTasks.values());
  const named = end.reported ? taskToEnd(open, settings) : undefined;
  if (!named) return;
  const ended = endedTask(run.handled, named, end);
  noteHandled(run, run.systemTask ? { ...ended, isSystem: true } : ended);
  run.notes.completedOrigin = run.lastHandledTaskId;
}

/** Returns the oldest open task for which a handler can be named, and that handler. */
export function taskToEnd(open: readonly OpenTask[], settings: RunSettings): TaskToEnd | undefined {
  for (const task of open) {
    const standIn = standInOf(task, settings);
    if (standIn) return { task, standIn };
  }
  return undefined;
}

interface TaskToEnd {
  readonly task: OpenTask;
  readonly standIn: NonNullable<ReturnType<typeof standInOf>>;
}

/** The ledger entry of the task whose report ends the instance. */
export function endedTask(
  handled: Ledger['handled'],
  { task, standIn }: TaskToEnd,
  { handlerName, opinions, handleStatus, now, pressedAt = now }: InstanceEnd,
): HandledTask {
  const handling = { ...standIn, handlerName, opinions, handleStatus, handledAt: pressedAt, appliedAt: now };
  return handledTask(handled, task, handling);
}
