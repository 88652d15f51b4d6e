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
  explainGone,
  explainLateEnd,
  explainNext,
  explainNone,
  explainStart,
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
  readonly now: number;
}

export interface ComposedReports {
  /** In the order in which they must reach the center; an `end` comes last, because nothing can be reported about a concluded transaction. */
  readonly reports: readonly Report[];
  /** Tasks of `notYetReported` that are held back longer. */
  readonly held: readonly HandledTask[];
  /** Tasks of `gone` that wait for a report that is held back. */
  readonly goneLater: readonly GoneTask[];
  readonly startReported: boolean;
}

/**
 * Turns what a step did into reports. Pure: the same step gives the same reports.
 *
 * - a handled task is reported with `next` and the tasks it caused, with `end` if it ended the instance, otherwise with `none`
 * - it is held back while a job it caused runs, at most `reportHoldMs`
 * - tasks whose cause was reported before continue it: the same previous task, `next`
 * - the tasks of the start refer to `<instanceId>.start`, or to the task from which the instance was started; later ones
 *   to the task that was handled last
 * - a removed task is reported with `none`, after all others except an `end`, or once the report of the task that caused
 *   it is no longer held back
 */
export function composeReports(step: ReportableStep, instance: InstanceInfo, settings: RunSettings): ComposedReports {
  const facts: StepFacts = { instance, settings, now: step.now };
  const byOrigin = new Map<Origin, CreatedItem[]>();
  // Later tasks of the start refer to the task handled last; they are in its own report, if that was not sent yet.
  const last = step.notYetReported.find(({ taskId }) => taskId === step.lastHandledTaskId)?.taskId ?? null;
  for (const task of step.created) {
    const origin = task.origin ?? last;
    byOrigin.set(origin, [...(byOrigin.get(origin) ?? []), task]);
  }

  const reports: Report[] = [];
  const held: HandledTask[] = [];
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
  const ender = step.ended && endingTask(step.ended.origin, step.notYetReported);
  for (const task of step.notYetReported) {
    const next = byOrigin.get(task.taskId);
    byOrigin.delete(task.taskId);
    if (next) reportHandled(task, { status: 'next', reason: explainNext(step, task, next), next: itemsOf(next) });
    else if (task === ender) continue;
    else if (step.jobOrigins.has(task.taskId) && step.now < task.appliedAt + settings.reportHoldMs) held.push(task);
    else reportHandled(task, { status: 'none', reason: explainNone(step, task) });
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

  const goneLater = step.gone.filter(({ cause }) => held.some(({ taskId }) => taskId === cause));
  for (const task of step.gone) if (!goneLater.includes(task)) reports.push(reportGone(step, task, settings));

  if (ender) {
    const reason = step.ended?.by
      ? explainEndedBy(step, ender, step.justHandled.has(ender.taskId))
      : explainEnd(step, ender);
    const isUnhandled = step.ended?.by !== undefined && step.justHandled.has(ender.taskId);
    reportHandled(ender, { status: 'end', reason, isUnhandled });
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
  return { reports, held, goneLater, startReported };
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
function kindOf({ again }: HandledTask): ReportKind {
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
  /** Nobody handled the task; otherwise its ledger entry says whether an event ended it. */
  readonly isUnhandled?: boolean;
}

function reportTask(
  kind: ReportKind,
  task: HandledTask,
  { status, reason, at = task.handledAt, next, previousActions = [], isUnhandled = false }: ReportContent,
  settings: RunSettings,
): Report {
  const noted = isUnhandled || task.endedBy !== null ? { isUnhandled: true as const } : {};
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
function reportGone(step: ReportableStep, task: GoneTask, { appId, systemName, timeZone }: RunSettings): Report {
  const { taskId, handler, handleStatus, goneAt } = task;
  const item: TaskHandlingItem = {
    appId,
    handler,
    status: 'none',
    previousTaskId: taskId,
    handlerName: systemName,
    handleStatus,
    handleTime: formatWireTime(goneAt, timeZone),
  };
  return { kind: 'gone', item, reason: explainGone(step, task), ...standInOf(task), isUnhandled: true };
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
