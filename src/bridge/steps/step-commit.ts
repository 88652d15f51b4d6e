import { StepError } from '../../errors.ts';
import type { Deadlock } from '../../plugin/settle/find-deadlock.ts';
import type { StepResult } from '../../plugin/step.ts';
import type { DefinitionRow, IncidentRow, InstanceRow, JobRow, PressRow, StepCommit } from '../../store/port.ts';
import type { PressedAction } from '../events.ts';
import { toMessageRows } from './drawn-messages.ts';
import { describeIncident } from './incidents.ts';
import { statusAfter } from './instance-status.ts';
import { toHistory } from './step-history.ts';
import { addStep } from './taken-path.ts';
import { toTaskRows } from './task-rows.ts';
import type { ThrownMessage, ThrownSignal } from './thrown-event.ts';

/** What a step commits beside what it did to the instance. */
export interface StepExtras {
  readonly press?: PressRow;
  readonly jobsClosed?: StepCommit['jobsClosed'];
  readonly taskChanges?: StepCommit['tasksChanged'];
  /** What the instance runs from this step on. */
  readonly definition?: DefinitionRow;
  /** A parked report that goes out again. */
  readonly retried?: StepCommit['retried'];
  /** What somebody did; kept in the history. */
  readonly action?: PressedAction;
  /** When the button was pressed, by the center's clock. Default: now. */
  readonly pressedAt?: number;
  /** Whatever the instance had called is not called again: which calls that are is not known. */
  readonly cancelsCalls?: boolean;
  /** What the press is answered in the end, where that depends on what the step did. */
  readonly answerOf?: (changes: StepResult['changes']) => PressRow['verdict'];
  /** What is stored instead where nothing in the process listened to the trigger. */
  readonly unheard?: Pick<StepExtras, 'press' | 'taskChanges'>;
}

export interface StepToCommit {
  /** The instance as the step found it; its revision is the fence. */
  readonly before: InstanceRow;
  readonly result: StepResult;
  readonly extras: StepExtras;
  /** Epoch milliseconds. */
  readonly at: number;
  /** The key that signs the addresses of new tasks. */
  readonly signingKeyId: string;
}

/** Turns what a step did into the rows it changes. */
export function toStepCommit({ before, result, extras, at, signingKeyId }: StepToCommit): StepCommit {
  const { press, action, pressedAt = at, taskChanges = [], jobsClosed: jobsDone = [], definition, retried } = extras;
  const { instanceId } = before;
  const { changes, snapshot } = result;
  const openTasks = toSuspension(before, changes, pressedAt, action);
  const tasks = toTaskRows(before, changes, at, signingKeyId);
  const jobsCancelled = changes.jobsGone.map((executionId) => jobIdOf(instanceId, executionId));
  const jobsClosed = [...jobsDone, ...jobsCancelled.map((jobId) => ({ jobId, state: 'cancelled' as const }))];
  return {
    instance: {
      ...before,
      ...(definition && { definitionId: definition.definitionId }),
      snapshot,
      path: addStep(before.path, changes.path),
      status: statusAfter(changes),
      wakeAt: changes.wakeAt,
      endedAt: changes.ended ? at : null,
    },
    baseRevision: before.revision,
    ...tasks,
    tasksChanged: [...tasks.tasksChanged, ...taskChanges],
    ...(openTasks && { openTasks }),
    jobsCreated: [
      ...changes.jobsCreated.map((job) => toJobRow(instanceId, job, at)),
      ...changes.unmatched.map((message, index) => toMessageJob(before, message, index, at)),
      ...changes.signals.map((signal, index) => toSignalJob(before, signal, index, at)),
    ],
    subscriptions: changes.events.flatMap(({ kind, executionId, name, correlationKey }) =>
      (kind === 'message' || kind === 'signal') && name !== null
        ? [{ executionId, kind, name, correlationKey: correlationKey ?? before.businessKey }]
        : [],
    ),
    jobsClosed,
    ...(extras.cancelsCalls === true && { callsCancelled: true }),
    reports: changes.reports,
    messages: toMessageRows(instanceId, changes.messages, at),
    history: toHistory(before, result, at, action),
    incidentsResolved: changes.ended
      ? 'all'
      : [
          ...tasks.tasksClosed.map(({ taskId }) => taskId),
          ...jobsClosed.map(({ jobId }) => jobId),
          // Its time was set anew, or needs no waking; one that nothing can move is no better for it.
          ...(changes.wakeAt === before.wakeAt || changes.deadlock ? [] : [instanceId]),
        ],
    at,
    ...(changes.deadlock && { incident: describeDeadlock(instanceId, changes.deadlock, at) }),
    ...(definition === undefined ? {} : { definition }),
    ...(press && { press: { ...press, verdict: extras.answerOf?.(changes) ?? press.verdict } }),
    ...(retried === undefined ? {} : { retried }),
  };
}

function describeDeadlock(instanceId: string, { reason }: Deadlock, at: number): IncidentRow {
  const error = new StepError('ERR_DEADLOCK', reason);
  return describeIncident(error, { instanceId, kind: 'instance', subject: instanceId }, at);
}

/** What a step that suspends or activates the instance makes of its open tasks. */
function toSuspension(
  { status }: InstanceRow,
  { suspendedAt, ended }: StepResult['changes'],
  at: number,
  action: PressedAction | undefined,
): StepCommit['openTasks'] {
  if (status === 'running' && suspendedAt !== null) {
    const { account = null, opinions = null } = action ?? {};
    return { state: 'SUSPENDED', suspendedAt: at, handler: account, opinions };
  }
  if (status === 'suspended' && suspendedAt === null && !ended) {
    return { state: 'IN_PROGRESS', suspendedAt: null, handler: null, opinions: null };
  }
  return undefined;
}

/** One execution waits for one job, so its id is known without a look into the store. */
function jobIdOf(instanceId: string, executionId: string): string {
  return `${instanceId}.${executionId}`;
}

function toJobRow(instanceId: string, job: StepResult['changes']['jobsCreated'][number], at: number): JobRow {
  const jobId = jobIdOf(instanceId, job.executionId);
  return {
    jobId,
    instanceId,
    ...job,
    idempotencyKey: jobId,
    state: 'queued',
    attempts: 0,
    leases: 0,
    dueAt: at,
    createdAt: at,
  };
}

/** A message that is for another instance: delivered outside of the step, at least once, and each time known again. */
function toMessageJob(
  before: InstanceRow,
  { nodeId, name, correlationKey }: StepResult['changes']['unmatched'][number],
  index: number,
  at: number,
): JobRow {
  const { businessKey, initiator, initiatorName } = before;
  const input: ThrownMessage = { correlationKey: correlationKey ?? businessKey, initiator, initiatorName };
  return toThrownJob(before, { kind: 'message', nodeId, name, index, input }, at);
}

/** A signal, for all other instances that wait for it and all processes it starts. */
function toSignalJob(
  before: InstanceRow,
  { nodeId, name }: StepResult['changes']['signals'][number],
  index: number,
  at: number,
): JobRow {
  const { businessKey, initiator, initiatorName } = before;
  const input: ThrownSignal = { businessKey, initiator, initiatorName, target: null };
  return toThrownJob(before, { kind: 'signal', nodeId, name, index, input }, at);
}

function toThrownJob(
  { instanceId, revision }: InstanceRow,
  thrown: {
    readonly kind: 'message' | 'signal';
    readonly nodeId: string;
    readonly name: string;
    readonly index: number;
    readonly input: ThrownMessage | ThrownSignal;
  },
  at: number,
): JobRow {
  const { kind, nodeId, name, index, input } = thrown;
  const jobId = `${instanceId}.${kind}.${revision + 1}.${index}`;
  return {
    jobId,
    kind,
    instanceId,
    nodeId,
    executionId: jobId,
    service: name,
    variables: {},
    input,
    idempotencyKey: jobId,
    state: 'queued',
    attempts: 0,
    leases: 0,
    dueAt: at,
    createdAt: at,
  };
}
