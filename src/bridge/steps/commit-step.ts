import { StepError } from '../../errors.ts';
import type { PressedAction } from '../../plugin/apply/press/pressed-action.ts';
import type { Trigger } from '../../plugin/apply/trigger.ts';
import { checkDiagramMessages } from '../../plugin/outcome/check-diagram-messages.ts';
import { addStep } from '../../plugin/outcome/taken-path.ts';
import { describeTaskChanges } from '../../plugin/outcome/task-changes.ts';
import { statusAfter } from '../../plugin/state/instance-status.ts';
import type { StepResult } from '../../plugin/step.ts';
import type { Deadlock } from '../../plugin/tokens/find-deadlock.ts';
import type { NextTaskItem } from '../../protocol/task-handling.ts';
import type { DefinitionRow, IncidentRow, InstanceRow, PressRow, StepCommit, TaskRow } from '../../store/store.ts';
import type { BridgeContext } from '../context/context.ts';
import type { EmitEvent } from '../context/events.ts';
import { describeIncident } from './incidents.ts';
import { jobIdOf, jobsOf, newJob, newMessage } from './new-rows.ts';
import { type EndedFor, handledAndGone, type Migration, toHistory, type VariablesSet } from './step-history.ts';
import type { StepSettings } from './step-settings.ts';
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
  /** Cancels all jobs of the instance; for an operation on the rows, which does not know them. */
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

export type CommittedStep = Omit<StepToCommit, 'signingKeyId' | 'traceparent'>;

/**
 * Creates what commits a computed step, and then emits what happened.
 * @returns whether it was committed; false: another step was faster
 */
export function createCommitStep(
  { store, emit, log, telemetry, outages }: BridgeContext,
  { messageTypes, signingKeyId }: Pick<StepSettings, 'messageTypes' | 'signingKeyId'>,
): (step: CommittedStep) => Promise<boolean> {
  return async (computed) => {
    const { before, result, extras } = computed;
    const warnings = checkDiagramMessages(result.changes.messages, messageTypes);
    const step = toStepCommit({ ...computed, signingKeyId, traceparent: telemetry.traceparent() });
    const isKnown = step.incident !== undefined && (await isOpen(step.incident));
    const attributes = {
      'bpmn_bridge.instance.id': before.instanceId,
      'bpmn_bridge.commit.reports': step.reports.length,
      'bpmn_bridge.commit.jobs': step.jobsCreated.length,
      'bpmn_bridge.commit.messages': step.messages.length,
    };
    const write = () => outages.whileWriting(store.commitStep(step));
    if ((await telemetry.inSpan('bpmn_bridge.commit', { attributes }, write)) === 'lost') return false;
    for (const each of warnings) log('message.values-unused', { ...each });
    for (const { nodeId, accounts } of result.changes.repeatedSigners)
      log('countersign.signer-repeated', { instanceId: before.instanceId, nodeId, accounts: accounts.length });
    emitStep(before, result, extras, emit);
    if (step.incident && !isKnown) emit('incident', step.incident);
    return true;
  };

  /** Every step of a deadlocked instance finds the deadlock again. */
  async function isOpen({ instanceId, code, subject }: IncidentRow): Promise<boolean> {
    if (instanceId === null) return false;
    const open = await store.listIncidents({ instanceId, open: true });
    return open.some((other) => other.code === code && other.subject === subject);
  }
}

function emitStep(
  { instanceId, processId, revision }: InstanceRow,
  { changes, matched }: StepResult,
  { action, migration }: StepExtras,
  emit: EmitEvent,
): void {
  if (action) emit('action', { instanceId, ...action, matched });
  if (revision === 0) emit('instance.started', { instanceId, processId });
  if (migration) emit('instance.migrated', { instanceId, processId, from: migration.from, to: migration.to });
  const { handled, gone } = handledAndGone(changes);
  for (const { taskId, nodeId, handler, handleStatus } of handled.filter(isOfPeople)) {
    emit('task.handled', { instanceId, taskId, nodeId, handler, handleStatus });
  }
  for (const { taskId, nodeId } of gone.filter(isOfPeople)) emit('task.gone', { instanceId, taskId, nodeId });
  for (const { taskId, nodeId, handlers, handlingGroups } of changes.created.filter(isOfPeople)) {
    emit('task.created', { instanceId, taskId, nodeId, handlers, handlingGroups });
  }
  if (changes.ended) emit('instance.ended', { instanceId, processId });
}

/** Listeners are not told of system tasks. */
function isOfPeople({ isSystem }: { readonly isSystem?: boolean | undefined }): boolean {
  return !isSystem;
}

/** Converts the changes of a step to rows. */
function toStepCommit(step: StepToCommit): StepCommit {
  const { before, trigger, result, at, signingKeyId, traceparent } = step;
  const extras = { ...step.extras, ...step.extras.byResult?.(result) };
  const { press, action, pressedAt = at, taskChanges = [], jobsClosed: jobsDone = [], definition, retried } = extras;
  const { instanceId } = before;
  const { changes, snapshot } = result;
  const by = action && { handler: action.account, opinions: action.opinions ?? action.reason ?? null };
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
    tasksCreated: tasks.created.map((task) => ({
      ...task,
      ...taskTitleOf(task, created),
      ...{ signingKeyId, unconfirmedSeq: null },
    })),
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
