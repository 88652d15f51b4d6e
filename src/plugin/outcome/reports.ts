import type { PreviousAction } from '../../protocol/action.ts';
import type { Report, ReportKind } from '../../protocol/report.ts';
import type { HandlingStatus, NextTaskItem, TaskHandlingItem } from '../../protocol/task-handling.ts';
import { formatWireTime } from '../../protocol/wire-time.ts';
import {
  type CreatedItem,
  type ExplainedStep,
  explainContinuation,
  explainEnd,
  explainEndedBy,
  explainEndOfStart,
  explainEndWithGone,
  explainGone,
  explainIdle,
  explainLateEnd,
  explainNext,
  explainNone,
  explainStart,
  explainSystemTask,
} from '../explain/explain-report.ts';
import type { GoneTask, HandledTask, Origin } from '../state/ledger.ts';
import type { InstanceInfo, RunSettings, StepFacts } from '../state/run-settings.ts';
import type { EndedBy } from '../state/step-notes.ts';

/** The part of a step's result that is reported to the center. */
export interface ReportableStep extends Omit<ExplainedStep, 'ended'> {
  /** Tasks created by the step, each with the task that caused it. */
  readonly created: readonly CreatedItem[];
  /** Set when the instance ended: the origin of what completed last. */
  readonly ended: { readonly origin: Origin; readonly by?: EndedBy | undefined } | undefined;
  /** Handled tasks that were not reported yet, oldest first: the one of this step, and those held back. */
  readonly notYetReported: readonly HandledTask[];
  readonly lastHandledTaskId: string | null;
  /** Removed tasks that were not reported yet, in the order of their reports. */
  readonly gone: readonly GoneTask[];
  /** Tasks that this step handled, or ended. */
  readonly justHandled: ReadonlySet<string>;
  readonly startReported: boolean;
  /** Origins of the running jobs. */
  readonly jobOrigins: ReadonlySet<Origin>;
  /** The buttons a handled task shows from now on. */
  readonly previousActionsOf: (task: HandledTask) => readonly PreviousAction[];
  /** The system task that this step closes, and with which everything else is reported; among those of `notYetReported`. */
  readonly closedSystemTask?: HandledTask | undefined;
  /** The system task that is needed if no report that is held back keeps its task open. */
  readonly systemTask?: WantedSystemTask | undefined;
  readonly now: number;
}

export interface WantedSystemTask {
  readonly item: NextTaskItem;
  /** The task whose token it stands for; null: the start. */
  readonly origin: Origin;
  /** When the timer that the process waits for is due, in epoch milliseconds; null: it waits for something else. */
  readonly dueAt: number | null;
}

export interface ComposedReports {
  /** In the order in which they must reach the center; an `end` comes last, because nothing can be reported about a concluded transaction. */
  readonly reports: readonly Report[];
  /** Tasks of `notYetReported` that are held back longer. */
  readonly held: readonly HandledTask[];
  /** Tasks of `gone` that wait for a report that is held back. */
  readonly goneLater: readonly GoneTask[];
  readonly startReported: boolean;
  /** Whether a report creates the system task. */
  readonly opensSystemTask: boolean;
}

/**
 * Turns what a step did into reports. Pure: the same step gives the same reports.
 *
 * - a handled task is reported with `next` and the tasks it caused, with `end` if it ended the instance, otherwise with `none`
 * - it is held back while a job it caused runs, at most `reportHoldMs`
 * - if no task would be open after the reports, the last one creates a system task
 * - tasks whose cause was reported before continue it: the same previous task, `next`
 * - the tasks of the start refer to `<instanceId>.start`, or to the task from which the instance was started; later ones
 *   to the task that was handled last
 * - a removed task is reported with `none`, after all others except an `end`, or once the report of the task that caused
 *   it is no longer held back; with `end` if the instance ended and no task that was not reported before can say so
 */
export function composeReports(step: ReportableStep, instance: InstanceInfo, settings: RunSettings): ComposedReports {
  const facts: StepFacts = { instance, settings, now: step.now };
  const byOrigin = new Map<Origin, CreatedItem[]>();
  // Later tasks of the start refer to the task handled last; they are in its own report, if that was not sent yet.
  const last = step.notYetReported.find(({ taskId }) => taskId === step.lastHandledTaskId)?.taskId ?? null;
  const { closedSystemTask } = step;
  for (const task of step.created) {
    const isOwn = step.notYetReported.some(({ taskId }) => taskId === task.origin);
    const origin = closedSystemTask && !isOwn ? closedSystemTask.taskId : (task.origin ?? last);
    byOrigin.set(origin, [...(byOrigin.get(origin) ?? []), task]);
  }

  const reports: Report[] = [];
  const reportHandled = (task: HandledTask, content: ReportContent) =>
    reports.push(
      reportTask(
        kindOf(task),
        task,
        // An earlier report of the task has already added its buttons.
        { ...content, previousActions: task.again ? [] : step.previousActionsOf(task) },
        settings,
      ),
    );
  const ender = step.ended && (closedSystemTask ?? endingTask(step.ended.origin, step.notYetReported));
  const idle = step.notYetReported.filter((task) => task !== ender && !byOrigin.has(task.taskId));
  const held = idle.filter((task) => isHeld(task, step, settings));
  const goneLater = step.gone.filter(({ cause }) => held.some(({ taskId }) => taskId === cause));
  const gone = step.gone.filter((task) => !goneLater.includes(task));
  // The task that brings the system task: the one whose token it stands for, else the last one that is reported.
  const systemTask = held.length === 0 ? step.systemTask : undefined;
  const bringer = systemTask && (idle.find(({ taskId }) => taskId === systemTask.origin) ?? idle.at(-1) ?? gone[0]);
  for (const task of step.notYetReported) {
    const next = byOrigin.get(task.taskId);
    byOrigin.delete(task.taskId);
    if (next) reportHandled(task, { status: 'next', reason: explainNext(step, task, next), next: itemsOf(next) });
    else if (task === ender || held.includes(task)) continue;
    else {
      const brings = task === bringer ? systemTask : undefined;
      const reason = explainNone(step, task, task.isSystem ? brings?.origin : task.taskId);
      reportHandled(task, contentOf(reason, brings));
    }
  }

  let { startReported } = step;
  for (const [origin, next] of byOrigin) {
    const cause = causeOf(origin, step);
    if (cause) {
      const reason = explainContinuation(step, cause, origin, next);
      const content: ReportContent = { status: 'next', reason, next: itemsOf(next) };
      reports.push(reportTask('continuation', cause, content, settings));
      continue;
    }
    const reason = explainStart(step, instance.previousTaskId, next);
    reports.push(reportStart(startReported, { status: 'next', reason, next: itemsOf(next) }, facts));
    startReported = true;
  }
  if (systemTask && !bringer) {
    const content = contentOf(explainIdle(step), systemTask);
    const cause = causeOf(systemTask.origin, step) ?? causeOf(null, step);
    if (cause) reports.push(reportTask('continuation', cause, content, settings));
    else reports.push(reportStart(startReported, content, facts));
    startReported ||= !cause;
  }

  // The end names a task that was not reported before: without one that was handled, the oldest that ends with the instance.
  const lastGone = step.ended && !ender ? gone[0] : undefined;
  for (const task of gone) {
    if (task.taskId === lastGone?.taskId) continue;
    const content = contentOf(explainGone(step, task), task === bringer ? systemTask : undefined);
    reports.push(reportGone('gone', task, content, settings));
  }
  if (ender) {
    const reason = step.ended?.by
      ? explainEndedBy(step, ender, step.justHandled.has(ender.taskId))
      : explainEnd(step, ender);
    const isUnhandled = step.ended?.by !== undefined && step.justHandled.has(ender.taskId);
    reportHandled(ender, { status: 'end', reason, isUnhandled });
  } else if (lastGone) {
    reports.push(
      reportGone('handled', lastGone, { status: 'end', reason: explainEndWithGone(step, lastGone) }, settings),
    );
  } else if (step.ended) {
    const cause = causeOf(step.ended.origin, step);
    const { by, origin } = step.ended;
    if (cause) {
      const reason = by ? explainEndedBy(step, cause, false) : explainLateEnd(step, cause, origin);
      reports.push(reportTask('continuation', cause, { status: 'end', reason, at: step.now }, settings));
    } else if (startReported || instance.previousTaskId !== null) {
      const reason = explainEndOfStart(step, instance.previousTaskId);
      reports.push(reportStart(startReported, { status: 'end', reason }, facts));
      startReported = true;
    }
  }
  return {
    ...{ held, goneLater, startReported, opensSystemTask: systemTask !== undefined },
    reports: reports.map((report) => (systemTask ? markSystemTask(report, systemTask) : report)),
  };
}

function markSystemTask(report: Report, { item }: WantedSystemTask): Report {
  const { taskId } = item;
  return taskId !== undefined && report.item.next?.includes(item) ? { ...report, createsSystemTask: taskId } : report;
}

/** Whether the report of a task that led to no other task waits: for a job that it caused, or for a timer that is due soon. */
function isHeld({ taskId, appliedAt, isSystem }: HandledTask, step: ReportableStep, settings: RunSettings): boolean {
  const until = appliedAt + settings.reportHoldMs;
  const dueAt = step.systemTask?.dueAt ?? null;
  return !isSystem && step.now < until && (step.jobOrigins.has(taskId) || (dueAt !== null && dueAt <= until));
}

/** The content of a report that creates no task, or only the system task. */
function contentOf(reason: string, systemTask: WantedSystemTask | undefined): ReportContent {
  if (!systemTask) return { status: 'none', reason };
  return { status: 'next', reason: explainSystemTask(reason, systemTask.item), next: [systemTask.item] };
}

/** The task, handled and not yet reported, that ended the instance: the one named as cause, else the one handled last. */
function endingTask(origin: Origin, notYetReported: readonly HandledTask[]): HandledTask | undefined {
  return notYetReported.find((task) => task.taskId === origin) ?? notYetReported.at(-1);
}

/** The handled task to which a report refers; undefined: the start. */
function causeOf(origin: Origin, step: ReportableStep): HandledTask | undefined {
  return step.handled[origin ?? step.lastHandledTaskId ?? ''];
}

/** Reports of a shared task after the first one are continuations: the center already knows the task. */
function kindOf({ again, isSystem }: HandledTask): ReportKind {
  if (isSystem) return 'system';
  return again ? 'continuation' : 'handled';
}

function itemsOf(created: readonly CreatedItem[]): NextTaskItem[] {
  return created.map(({ item }) => item);
}

/** The part of a report about the handled task. */
interface ReportContent {
  readonly status: HandlingStatus;
  readonly reason: string;
  readonly at?: number;
  readonly next?: readonly NextTaskItem[];
  readonly previousActions?: readonly PreviousAction[];
  /** Nobody handled the task; otherwise its ledger entry says whether an event or a recall ended it. */
  readonly isUnhandled?: boolean;
}

function reportTask(
  kind: ReportKind,
  task: HandledTask,
  { status, reason, at = task.handledAt, next, previousActions = [], isUnhandled = false }: ReportContent,
  settings: RunSettings,
): Report {
  const noted = isUnhandled || task.endedBy !== null || task.panel === 'recalled' ? { isUnhandled: true as const } : {};
  const shown = task.handlerName ?? task.personName ?? null;
  const item: TaskHandlingItem = {
    appId: settings.appId,
    handler: task.handler,
    status,
    previousTaskId: task.taskId,
    ...(task.opinions !== null && { handleOpinions: task.opinions }),
    ...(shown !== null && { handlerName: shown }),
    handleStatus: task.handleStatus,
    handleTime: formatWireTime(at, settings.timeZone),
    ...(next && { next: [...next] }),
    ...(previousActions.length > 0 && { previousActions: [...previousActions] }),
  };
  return { kind, item, reason, ...standInOf(task), ...noted };
}

function standInOf({ standsInFor }: Pick<HandledTask, 'standsInFor'>): Pick<Report, 'standsInFor'> {
  return standsInFor === undefined ? {} : { standsInFor };
}

/** The handler is given only because the center requires one; name and status say that nobody handled it. */
function reportGone(
  kind: 'gone' | 'handled',
  task: GoneTask,
  { status, reason, next }: ReportContent,
  { appId, systemName, timeZone }: RunSettings,
): Report {
  const { taskId, handler, handleStatus, goneAt } = task;
  const item: TaskHandlingItem = {
    appId,
    handler,
    status,
    previousTaskId: taskId,
    handlerName: systemName,
    handleStatus,
    handleTime: formatWireTime(goneAt, timeZone),
    ...(next && { next: [...next] }),
  };
  return { kind, item, reason, ...standInOf(task), isUnhandled: true };
}

function reportStart(
  again: boolean,
  { status, reason, next }: ReportContent,
  { instance, settings, now }: StepFacts,
): Report {
  const kind = startKind(again, instance.previousTaskId !== null);
  const { previousHandler: handler = instance.initiator } = instance;
  const shown = instance.previousHandlerName ?? (handler === instance.initiator ? instance.initiatorName : null);
  const item: TaskHandlingItem = {
    appId: settings.appId,
    handler,
    status,
    previousTaskId: instance.previousTaskId ?? `${instance.instanceId}.start`,
    ...(shown !== null && { handlerName: shown }),
    handleTime: formatWireTime(now, settings.timeZone),
    ...(next && { next: [...next] }),
  };
  return { kind, item, reason };
}

/** The center knows its own tasks, but never one of our start ids. */
function startKind(again: boolean, fromCenterTask: boolean): ReportKind {
  if (fromCenterTask) return again ? 'continuation' : 'handled';
  return again ? 'start-continuation' : 'bootstrap';
}
