import type { NextTaskItem } from '../../protocol/task-handling.ts';
import type {
  StatusAction,
  StatusNextTask,
  StatusTaskData,
  StatusTimeForm,
  TaskStatusEntry,
} from '../../protocol/task-status.ts';
import type { TaskView } from '../../protocol/task-view.ts';
import { formatWireTime } from '../../protocol/wire-time.ts';
import type { RunSettings } from '../state/run-settings.ts';

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

/** How long after its hold time a held report may still be sent. */
const HOLD_GRACE_MS = 60_000;

interface AskedTasks {
  /** In the order of the answer; may contain duplicates and unknown ids. */
  readonly taskIds: readonly string[];
  readonly tasks: ReadonlyMap<string, TaskView>;
  readonly now: number;
}

/**
 * The answer to the task-status callback. For a handled task it is the same as in its latest report, with the same task ids.
 * @returns `unnamed`: how many entries name a handler without an account, because nobody can be named
 */
export function describeTaskStatus(
  { taskIds, tasks, now }: AskedTasks,
  settings: TaskStatusSettings,
  standInFor: RunSettings['standInFor'],
): { readonly entries: readonly TaskStatusEntry[]; readonly unnamed: number } {
  let unnamed = 0;
  const nameHandler = (task: TaskView | undefined): string => {
    const account =
      task === undefined
        ? settings.systemHandler
        : (task.handler ?? task.handlers[0] ?? standInFor(task.handlingGroups));
    if (account === undefined) unnamed += 1;
    return account ?? settings.systemName;
  };
  const entries = taskIds.map((taskId) => describeStatus(taskId, tasks.get(taskId), { ...settings, now }, nameHandler));
  return { entries, unnamed };
}

function describeStatus(
  taskId: string,
  task: TaskView | undefined,
  settings: TaskStatusSettings & { readonly now: number },
  handlerOf: (task: TaskView | undefined) => string,
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
  { state, report, appliedAt }: TaskView,
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
