import type { ProcessModel } from '../../model/process-model.ts';
import type { InstanceStatus } from '../../protocol/instance-status.ts';
import type { TaskView } from '../../protocol/task-view.ts';
import type { PressedAction } from '../apply/press/pressed-action.ts';
import { explanationOf, type ReportExplanation } from '../explain/report-explanation.ts';
import type { StepChanges } from '../outcome/finish-step.ts';
import { buttonsOfTask } from '../outcome/system-task.ts';
import { addStep, NO_PATH, shownNodes, type TakenPath } from '../outcome/taken-path.ts';
import { taskActionsOf } from '../outcome/task-actions.ts';
import { describeTaskChanges, type TaskChanges } from '../outcome/task-changes.ts';
import { statusAfter } from '../state/instance-status.ts';
import type { InstanceInfo } from '../state/run-settings.ts';
import type { PluginDiagram, PluginInstance, PluginTask } from './plugin.ts';

/** What a plugin keeps of its instance beside the ledger: what a bridge has in the rows of a database. Plain JSON. */
export interface PluginRecord {
  readonly status: InstanceStatus;
  /** Epoch milliseconds, like all times. */
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly wakeAt: number | null;
  /** By id, in the order in which they were created. */
  readonly tasks: Readonly<Record<string, TaskView>>;
  readonly path: TakenPath;
  readonly reports: readonly ReportExplanation[];
  /** The system task that the center refused to create: the instance goes on without one. Absent: none. */
  readonly refusedTaskId?: string | undefined;
}

/** What a step was taken for, as far as it is kept with its tasks. */
export interface RecordedStep {
  /** Time of the press by the center's clock. Default: the time of the step. */
  readonly pressedAt?: number | undefined;
  readonly action?: PressedAction | undefined;
  /** The uses of limited buttons of a task after a press. */
  readonly uses?: Pick<TaskView, 'taskId' | 'actionUses'> | undefined;
}

/** The record of an instance that has just begun. */
export function beginRecord(at: number): PluginRecord {
  const nothing = { tasks: {}, path: NO_PATH, reports: [] };
  return { status: 'running', startedAt: at, endedAt: null, wakeAt: null, ...nothing };
}

/** Adds a step to the record. */
export function recordStep(
  record: PluginRecord,
  instanceId: string,
  changes: StepChanges,
  { at, pressedAt, action, uses }: RecordedStep & { readonly at: number },
): PluginRecord {
  const before = { instanceId, status: record.status };
  const by = action && { handler: action.account, opinions: action.opinions ?? action.reason ?? null };
  const { reports } = changes;
  const tasks = new Map(Object.entries(record.tasks));
  change(tasks, describeTaskChanges(changes, { before, at, pressedAt, by }), at);
  if (uses) set(tasks, uses.taskId, uses);
  for (const { item } of reports) {
    const { previousTaskId, status, next = [] } = item;
    set(tasks, previousTaskId, { report: { status, next } });
  }
  return {
    ...record,
    status: statusAfter(changes),
    endedAt: changes.ended ? at : null,
    wakeAt: changes.wakeAt,
    tasks: Object.fromEntries(tasks),
    path: addStep(record.path, changes.path),
    reports: [...record.reports, ...reports.map(explanationOf)],
  };
}

/** Closes a system task that the center refused to create. */
export function recordRefusal(record: PluginRecord, refusedTaskId: string, at: number): PluginRecord {
  const tasks = new Map(Object.entries(record.tasks));
  set(tasks, refusedTaskId, { state: 'TERMINATED', closedAt: at, appliedAt: at });
  return { ...record, tasks: Object.fromEntries(tasks), refusedTaskId };
}

type Tasks = Map<string, TaskView>;

/** The same order as a database stores them in. */
function change(tasks: Tasks, { created, closed, changed, suspension }: TaskChanges, at: number): void {
  for (const task of created) tasks.set(task.taskId, task);
  for (const { taskId, ...closing } of closed) {
    if (tasks.get(taskId)?.closedAt === null) set(tasks, taskId, { ...closing, appliedAt: at, suspendedAt: null });
  }
  for (const { taskId, ...rest } of changed) set(tasks, taskId, rest);
  for (const [taskId, { closedAt }] of tasks) if (suspension && closedAt === null) set(tasks, taskId, suspension);
}

function set(tasks: Tasks, taskId: string, changes: Partial<TaskView>): void {
  const task = tasks.get(taskId);
  if (task) tasks.set(taskId, { ...task, ...changes });
}

interface Shown {
  readonly instance: InstanceInfo;
  readonly model: ProcessModel;
  readonly record: PluginRecord;
}

export function describeInstance({ instance, model, record }: Shown): PluginInstance {
  const { instanceId, initiator, initiatorName, businessKey } = instance;
  const { status, wakeAt, startedAt, endedAt } = record;
  const { processId } = model;
  return { instanceId, processId, status, initiator, initiatorName, businessKey, wakeAt, startedAt, endedAt };
}

export function listTasks({ model, record }: Pick<Shown, 'model' | 'record'>): readonly PluginTask[] {
  return Object.values(record.tasks).map((task) => {
    return { ...task, actions: taskActionsOf(buttonsOfTask(model, task)) };
  });
}

export function describeDiagram({ instance, model, record }: Shown): PluginDiagram {
  const { path, status, reports } = record;
  const { instanceId } = instance;
  return { instanceId, processId: model.processId, status, nodes: shownNodes(path), flows: path.flows, reports };
}
