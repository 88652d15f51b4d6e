import type { StatusPort } from '../../callback/port.ts';
import type { BridgeConfig } from '../../config.ts';
import type { Logger } from '../../logger.ts';
import type { RunSettings } from '../../plugin/state/run-settings.ts';
import type { NextTaskItem } from '../../protocol/task-handling.ts';
import type {
  StatusAction,
  StatusNextTask,
  StatusTaskData,
  StatusTimeForm,
  TaskStatusEntry,
} from '../../protocol/task-status.ts';
import { formatWireTime } from '../../protocol/wire-time.ts';
import type { Store, TaskRow } from '../../store/port.ts';
import type { StandIns } from '../steps/stand-ins.ts';

export interface TaskStatusSettings {
  readonly appId: string;
  readonly timeZone: string;
  readonly timeForm: StatusTimeForm;
  readonly unknownTaskStatus: 'IN_PROGRESS' | 'TERMINATED';
  /** Account that is named for what no person did; undefined: `systemName` is used. */
  readonly systemHandler: string | undefined;
  readonly systemName: string;
  readonly reportHoldMs: number;
}

export function statusSettingsOf(config: BridgeConfig): TaskStatusSettings {
  const { center, callback, defaults, timeZone, reportHoldMs } = config;
  const { statusTimeForm: timeForm, unknownTaskStatus } = callback;
  const { systemHandler, systemName } = defaults;
  return { appId: center.appId, timeZone, timeForm, unknownTaskStatus, systemHandler, systemName, reportHoldMs };
}

type StandInFor = RunSettings['standInFor'];

/** How long after its hold time a held report may still be sent. */
const HOLD_GRACE_MS = 60_000;

export interface TaskStatusParts {
  readonly store: Pick<Store, 'getTasksForStatus'>;
  readonly standIns: StandIns;
  readonly settings: TaskStatusSettings;
  readonly clock: () => number;
  readonly logger: Pick<Logger, 'warn'>;
}

/**
 * Answers the task-status callback from the tasks table only: no engine runs, and instances may have been deleted. For a
 * handled task the answer is the same as in its latest report, with the same task ids.
 */
export function createTaskStatus({ store, standIns, settings, clock, logger }: TaskStatusParts): StatusPort {
  return {
    async answer(taskIds) {
      const tasks = new Map((await store.getTasksForStatus(taskIds)).map((task) => [task.taskId, task]));
      const now = clock();
      let unnamed = 0;
      const entries = await standIns.withStandIns(async (standInFor) => {
        unnamed = 0;
        const nameSomebody = (account: string | undefined) => {
          if (account === undefined) unnamed += 1;
          return account ?? settings.systemName;
        };
        return taskIds.map((taskId) =>
          describeStatus(taskId, tasks.get(taskId), { ...settings, now }, (task) =>
            nameSomebody(handlerOf(task, standInFor)),
          ),
        );
      });
      if (unnamed > 0) {
        const message = 'status answers name a handler without an account: set defaults.systemHandler';
        logger.warn(message, { tasks: unnamed });
      }
      return entries;

      function handlerOf(task: TaskRow | undefined, standInFor: StandInFor): string | undefined {
        if (task === undefined) return settings.systemHandler;
        return task.handler ?? task.handlers[0] ?? standInFor(task.handlingGroups);
      }
    },
  };
}

function describeStatus(
  taskId: string,
  task: TaskRow | undefined,
  settings: TaskStatusSettings & { readonly now: number },
  handlerOf: (task: TaskRow | undefined) => string,
): TaskStatusEntry {
  const taskStatus = task === undefined ? settings.unknownTaskStatus : stateOf(task, settings);
  if (taskStatus === 'IN_PROGRESS') return { taskId, taskStatus, taskData: {} };
  const at = (taskStatus === 'SUSPENDED' ? task?.suspendedAt : task?.closedAt) ?? settings.now;
  const time = writeTime(at, settings);
  const next = task?.report?.next ?? [];
  const taskData: StatusTaskData = {
    handleTime: time,
    ...(taskStatus === 'SUSPENDED' && { endTime: time }),
    ...(task?.opinions != null && { handleOpinions: task.opinions }),
    handler: handlerOf(task),
    ...(taskStatus === 'TURN' && { turnHandler: task?.turnHandler ?? '' }),
    ...(taskStatus === 'FINISH' && { status: task?.report?.status ?? 'none' }),
    ...(next.length > 0 && { next: next.map((item) => toStatusNext(item, settings.appId)) }),
  };
  return { taskId, taskStatus, taskData };
}

/**
 * While the report of a task is held back for a service, the task is still in progress for the center: the next tasks are
 * not known yet and will be in that report. The hold time starts when the press was applied, not at the time of the press.
 */
function stateOf(
  { state, report, appliedAt }: TaskRow,
  { reportHoldMs, now }: Pick<TaskStatusSettings, 'reportHoldMs'> & { readonly now: number },
) {
  const isHeld = state === 'FINISH' && report === null && now < (appliedAt ?? 0) + reportHoldMs + HOLD_GRACE_MS;
  return isHeld ? 'IN_PROGRESS' : state;
}

/** The short form is the long form without its century. The spec's `hh` is read as a 24-hour clock, because it has no AM or PM. */
function writeTime(epochMs: number, { timeZone, timeForm }: TaskStatusSettings): string {
  const text = formatWireTime(epochMs, timeZone);
  return timeForm === 'yy-MM-dd hh:mm:ss' ? text.slice(2) : text;
}

const NEXT_FIELDS = [
  ...['handlers', 'handlingGroup', 'nodeId', 'nodeName', 'taskId', 'taskName', 'transTypeCode', 'transTypeName'],
  ...['initiator', 'serialNumber', 'canDelegate', 'timeOut', 'handleUrl', 'viewUrl', 'mHandleUrl', 'mViewUrl'],
] as const satisfies readonly (keyof StatusNextTask)[];

/** A next task in a status answer: some fields of the next task in a report, and appId (spec, taskData). */
function toStatusNext(item: NextTaskItem, appId: string): StatusNextTask {
  const known = Object.fromEntries(
    NEXT_FIELDS.flatMap((name) => (item[name] === undefined ? [] : [[name, item[name]]])),
  );
  return {
    ...(known as Pick<StatusNextTask, 'nodeId' | 'nodeName' | 'transTypeCode'>),
    appId,
    ...(item.actions && { actions: item.actions.map(toStatusAction) }),
  };
}

function toStatusAction({ name, type, url, optType, method }: StatusAction): StatusAction {
  return { name, type, url, optType, ...(method !== undefined && { method }) };
}
