import type { StatusPort } from '../../callback/status-handler.ts';
import type { BridgeConfig } from '../../config.ts';
import { describeTaskStatus, type TaskStatusSettings } from '../../plugin/outcome/describe-task-status.ts';
import type { ConfirmTasks } from '../calls/confirm-tasks.ts';
import type { NoteUnknownTasks } from '../calls/restore.ts';
import type { BridgeContext } from '../context/context.ts';
import type { StandIns } from '../steps/stand-ins.ts';

export function statusSettingsOf(config: BridgeConfig): TaskStatusSettings {
  const { center, callback, defaults, timeZone, reportHoldMs } = config;
  const { statusTimeForm: timeForm, unknownTaskStatus } = callback;
  const { systemHandler, systemName } = defaults;
  return { appId: center.appId, timeZone, timeForm, unknownTaskStatus, systemHandler, systemName, reportHoldMs };
}

export interface TaskStatusParts {
  readonly standIns: StandIns;
  readonly settings: TaskStatusSettings;
  readonly noteUnknownTasks: NoteUnknownTasks;
  readonly confirmTasks: ConfirmTasks;
}

/** Answers the task-status callback from the tasks table, and marks undelivered reports of these tasks as repeats: no step is made, and instances may have been deleted. */
export function createTaskStatus(
  { store, clock, log }: Pick<BridgeContext, 'store' | 'clock' | 'log'>,
  { standIns, settings, noteUnknownTasks, confirmTasks }: TaskStatusParts,
): StatusPort {
  return {
    async answer(taskIds) {
      const tasks = new Map((await store.markTasksAnswered(taskIds)).map((task) => [task.taskId, task]));
      await confirmTasks([...tasks.values()]);
      await noteUnknownTasks(taskIds.filter((taskId) => !tasks.has(taskId)));
      const now = clock();
      const { entries, unnamed } = await standIns.withStandIns(async (standInFor) =>
        describeTaskStatus({ taskIds, tasks, now }, settings, standInFor),
      );
      if (unnamed > 0) log('status.unnamed', { tasks: unnamed });
      return entries;
    },
  };
}
