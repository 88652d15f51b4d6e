import type { StepResult } from '../plugin/step.ts';
import type { HistoryRow, InstanceRow, JobRow, PressRow, StepCommit } from '../store/port.ts';
import { toTaskRows } from './task-rows.ts';

/** What a step commits beside what it did to the instance. */
export interface StepExtras {
  readonly press?: PressRow;
  readonly jobsClosed?: StepCommit['jobsClosed'];
}

type History = Omit<HistoryRow, 'seq' | 'instanceId'>;

/**
 * Turns what a step did into the rows it changes.
 * @param before the instance as the step found it; its revision is the fence
 * @param signingKeyId the key that signs the addresses of new tasks
 */
export function toStepCommit(
  before: InstanceRow,
  { changes, snapshot }: StepResult,
  at: number,
  { press, jobsClosed: jobsDone = [] }: StepExtras,
  signingKeyId: string,
): StepCommit {
  const { instanceId } = before;
  const tasks = toTaskRows(before, changes, at, signingKeyId);
  const jobsCancelled = changes.jobsGone.map((executionId) => jobIdOf(instanceId, executionId));
  const jobsClosed = [...jobsDone, ...jobsCancelled.map((jobId) => ({ jobId, state: 'cancelled' as const }))];
  return {
    instance: {
      ...before,
      snapshot,
      status: changes.ended ? 'ended' : 'running',
      wakeAt: changes.wakeAt,
      endedAt: changes.ended ? at : null,
    },
    baseRevision: before.revision,
    ...tasks,
    jobsCreated: [
      ...changes.jobsCreated.map((job) => toJobRow(instanceId, job, at)),
      ...changes.unmatched.map((message, index) => toMessageJob(before, message, index, at)),
    ],
    subscriptions: changes.events.flatMap(({ kind, executionId, name, correlationKey }) =>
      kind === 'message' && name !== null
        ? [{ executionId, name, correlationKey: correlationKey ?? before.businessKey }]
        : [],
    ),
    jobsClosed,
    reports: changes.reports,
    history: toHistory(before, changes, at),
    incidentsResolved: changes.ended
      ? 'all'
      : [
          ...tasks.tasksClosed.map(({ taskId }) => taskId),
          ...jobsClosed.map(({ jobId }) => jobId),
          // Its time was set anew, or needs no waking.
          ...(changes.wakeAt === before.wakeAt ? [] : [instanceId]),
        ],
    at,
    ...(press === undefined ? {} : { press }),
  };
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
    dueAt: at,
    createdAt: at,
  };
}

/** A message that is for another instance: delivered outside of the step, at least once, and each time known again. */
function toMessageJob(
  { instanceId, businessKey, initiator, initiatorName, revision }: InstanceRow,
  { nodeId, name, correlationKey }: StepResult['changes']['unmatched'][number],
  index: number,
  at: number,
): JobRow {
  const jobId = `${instanceId}.message.${revision + 1}.${index}`;
  return {
    jobId,
    kind: 'message',
    instanceId,
    nodeId,
    executionId: jobId,
    service: name,
    variables: {},
    input: { correlationKey: correlationKey ?? businessKey, initiator, initiatorName },
    idempotencyKey: jobId,
    state: 'queued',
    attempts: 0,
    dueAt: at,
    createdAt: at,
  };
}

function toHistory(before: InstanceRow, changes: StepResult['changes'], at: number): History[] {
  const history: History[] = [];
  if (before.revision === 0) history.push({ at, type: 'instance.started', data: { processId: before.processId } });
  for (const { taskId, nodeId, handler, handleStatus } of changes.handled) {
    history.push({ at, type: 'task.handled', data: { taskId, nodeId, handler, handleStatus } });
  }
  for (const { taskId, nodeId, handler, handleStatus } of changes.signed) {
    history.push({ at, type: 'task.signed', data: { taskId, nodeId, handler, handleStatus } });
  }
  for (const { taskId, nodeId } of changes.gone) history.push({ at, type: 'task.gone', data: { taskId, nodeId } });
  for (const { taskId, nodeId, origin, handlers, handlingGroups } of changes.created) {
    history.push({ at, type: 'task.created', data: { taskId, nodeId, origin, handlers, handlingGroups } });
  }
  for (const { kind, item, reason } of changes.reports) {
    const created = (item.next ?? []).map((next) => next.taskId);
    const data = { kind, status: item.status, previousTaskId: item.previousTaskId, next: created, reason };
    history.push({ at, type: 'report.composed', data });
  }
  for (const { nodeId, name } of changes.unmatched)
    history.push({ at, type: 'message.thrown', data: { nodeId, name } });
  if (changes.ended) history.push({ at, type: 'instance.ended', data: { processId: before.processId } });
  return history;
}
