import { StepError } from '../../errors.ts';
import type { PressedAction } from '../../plugin/apply/press/pressed-action.ts';
import type { Trigger } from '../../plugin/apply/trigger.ts';
import type { Deadlock } from '../../plugin/at-rest/find-deadlock.ts';
import { addStep } from '../../plugin/outcome/taken-path.ts';
import { describeTaskChanges } from '../../plugin/outcome/task-changes.ts';
import { statusAfter } from '../../plugin/state/instance-status.ts';
import type { StepResult } from '../../plugin/step.ts';
import type { NextTaskItem } from '../../protocol/task-handling.ts';
import type { DefinitionRow, IncidentRow, InstanceRow, PressRow, StepCommit, TaskRow } from '../../store/store.ts';
import { describeIncident } from './incidents.ts';
import { jobIdOf, jobsOf, newJob, newMessage } from './new-rows.ts';
import { type EndedFor, type Migration, toHistory, type VariablesSet } from './step-history.ts';
import { readPath } from './stored-instance.ts';

/** Additional rows that a step commits. */
export interface StepExtras {
  readonly press?: PressRow;
  readonly jobsClosed?: StepCommit['jobsClosed'];
  readonly taskChanges?: StepCommit['tasksChanged'];
  /** The new definition of the instance. */
  readonly definition?: DefinitionRow;
  /** The path taken so far, in place of the stored one. */
  readonly path?: string;
  /** The definitions that a migration moved the instance between, for the history. */
  readonly migration?: Migration;
  /** A parked report that is sent again. */
  readonly retried?: StepCommit['retried'];
  /** What a person did that completed no task, for the history and the event `action`. */
  readonly action?: PressedAction;
  /** Time of the press by the center's clock. Default: now. */
  readonly pressedAt?: number;
  /** For the history. */
  readonly endedFor?: EndedFor;
  /** The names of the variables that an operator has set, for the history. */
  readonly variablesSet?: VariablesSet;
  /** Cancels all jobs of the instance; for a step without the engine, which does not know them. */
  readonly cancelsCalls?: boolean;
  /** Those that depend on what the step did. */
  readonly byResult?: (result: StepResult) => Pick<StepExtras, 'press' | 'taskChanges'>;
}

export interface StepToCommit {
  /** The instance before the step; the commit fails if its revision has changed. */
  readonly before: InstanceRow;
  /** What caused it. */
  readonly trigger: Trigger['kind'];
  readonly result: StepResult;
  readonly extras: StepExtras;
  /** Epoch milliseconds. */
  readonly at: number;
  /** The key that signs the addresses of buttons of new tasks. */
  readonly signingKeyId: string;
  /** The span of the step, stored with what it queues. */
  readonly traceparent: string | null;
}

/** Converts the changes of a step to rows. */
export function toStepCommit(step: StepToCommit): StepCommit {
  const { before, trigger, result, at, signingKeyId, traceparent } = step;
  const extras = { ...step.extras, ...step.extras.byResult?.(result) };
  const { press, action, pressedAt = at, taskChanges = [], jobsClosed: jobsDone = [], definition, retried } = extras;
  const { instanceId } = before;
  const { changes, snapshot } = result;
  const by = action && { handler: action.account, opinions: action.opinions };
  const tasks = describeTaskChanges(changes, { before, at, pressedAt, by });
  const jobsCancelled = changes.jobsGone.map((executionId) => jobIdOf(instanceId, executionId));
  const jobsClosed = [...jobsDone, ...jobsCancelled.map((jobId) => ({ jobId, state: 'cancelled' as const }))];
  const path = addStep(readPath(extras.path ?? before.path), changes.path);
  const created = changes.reports.flatMap(({ item }) => item.next ?? []);
  return {
    instance: {
      ...before,
      ...titleOf(created.at(-1), before),
      ...(definition && { definitionId: definition.definitionId }),
      snapshot,
      path: JSON.stringify(path),
      currentNodes: path.current,
      status: statusAfter(changes),
      wakeAt: changes.wakeAt,
      endedAt: changes.ended ? at : null,
    },
    baseRevision: before.revision,
    tasksCreated: tasks.created.map((task) => ({ ...task, ...taskTitleOf(task, created), signingKeyId })),
    tasksClosed: tasks.closed,
    tasksChanged: [...tasks.changed, ...taskChanges],
    ...(tasks.suspension && { openTasks: tasks.suspension }),
    jobsCreated: jobsOf(before, changes).map((job) => newJob(job, at, traceparent)),
    subscriptions: changes.events.flatMap(({ kind, executionId, name, correlationKey }) =>
      (kind === 'message' || kind === 'signal') && name !== null
        ? [{ executionId, kind, name, correlationKey: correlationKey ?? before.businessKey }]
        : [],
    ),
    jobsClosed,
    ...(extras.cancelsCalls === true && { callsCancelled: true }),
    reports: changes.reports,
    messages: changes.messages.map((message) => newMessage({ instanceId, ...message }, at, traceparent)),
    history: toHistory(before, result, at, { ...extras, trigger }),
    incidentsResolved: changes.ended
      ? 'all'
      : [
          ...tasks.closed.map(({ taskId }) => taskId),
          ...jobsClosed.map(({ jobId }) => jobId),
          // A changed wake-up time resolves the incident of the wake-up, but not that of a deadlock.
          ...(changes.wakeAt === before.wakeAt || changes.deadlock ? [] : [instanceId]),
        ],
    at,
    traceparent,
    ...(changes.deadlock && { incident: describeDeadlock(instanceId, changes.deadlock, at) }),
    ...(definition === undefined ? {} : { definition }),
    ...(press && { press }),
    ...(retried === undefined ? {} : { retried }),
  };
}

/** How the center shows the transaction, by the latest task of the step; unchanged if the step created none. */
function titleOf(
  latest: NextTaskItem | undefined,
  { title, summary }: InstanceRow,
): Pick<InstanceRow, 'title' | 'summary'> {
  if (latest === undefined) return { title, summary };
  return { title: latest.transcationName ?? null, summary: latest.transSummary ?? [] };
}

/** How the center shows a task. */
function taskTitleOf({ taskId }: Pick<TaskRow, 'taskId'>, created: readonly NextTaskItem[]) {
  const item = created.find((each) => each.taskId === taskId);
  return { title: item?.taskName ?? null, summary: item?.taskSummary ?? item?.transSummary ?? [] };
}

function describeDeadlock(instanceId: string, { reason }: Deadlock, at: number): IncidentRow {
  const error = new StepError('ERR_DEADLOCK', reason);
  return describeIncident(error, { instanceId, kind: 'deadlock', subject: instanceId }, at);
}
