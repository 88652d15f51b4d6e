import type { CommitOutcome, IncidentRow, OutboxRetry, StepCommit } from '../../../src/store/port.ts';
import { anIncident } from '../rows.ts';
import { keyOf, type Leased, type Model } from './model.ts';

/** What becomes of a step. A lost one changes nothing. */
export function applyStep(model: Model, step: StepCommit): CommitOutcome {
  if (isLost(model, step)) return 'lost';
  putInstance(model, step);
  putTasks(model, step);
  putJobs(model, step);
  for (const report of step.reports) {
    const { status, next = [], previousTaskId } = report.item;
    const task = model.tasks.get(previousTaskId);
    if (task) task.told = { status, next };
    model.unnumbered.push({
      seq: 0,
      instanceId: step.instance.instanceId,
      report,
      state: 'pending',
      attempts: 0,
      repeat: false,
      dueAt: step.at,
      createdAt: step.at,
      deliveredAt: null,
      reason: null,
      refusals: 0,
      refusedIds: [],
      alone: false,
      traceparent: step.traceparent ?? null,
      freeAt: step.at,
      owner: null,
      lease: 0,
    });
  }
  for (const message of step.messages) {
    model.messages.set(message.sendId, { ...message, freeAt: message.dueAt, owner: null, lease: 0 });
  }
  if (step.press) model.presses.set(keyOf(step.press), step.press);
  if (step.retried) retryEntry(model, step.retried, step.at);
  const told = model.history.get(step.instance.instanceId) ?? [];
  model.history.set(step.instance.instanceId, [...told, ...step.history.map(({ type }) => type)]);
  putResolved(model, step);
  return 'committed';
}

function isLost(model: Model, { instance, baseRevision, jobsClosed, press, retried }: StepCommit): boolean {
  const stored = model.instances.get(instance.instanceId);
  if ((stored?.row.revision ?? 0) !== baseRevision) return true;
  const others = [...model.instances.values()].filter(({ row }) => row.instanceId !== instance.instanceId);
  if (instance.startKey !== null && others.some(({ row }) => row.startKey === instance.startKey)) return true;
  if (press && model.presses.has(keyOf(press))) return true;
  if (jobsClosed.some(({ jobId, state }) => state === 'done' && model.jobs.get(jobId)?.state !== 'queued')) return true;
  return retried !== undefined && !canRetry(model, retried);
}

function putInstance(model: Model, { instance, baseRevision, subscriptions }: StepCommit): void {
  model.instances.set(instance.instanceId, {
    row: { ...instance, revision: baseRevision + 1 },
    // Overtakes whoever held it. A suspended one wants no step by itself.
    wake: { freeAt: instance.status === 'running' ? instance.wakeAt : null, owner: null, attempts: 0, lease: 0 },
    subscriptions,
    isCleared: false,
  });
}

function putTasks(model: Model, { instance, tasksCreated, tasksClosed, openTasks }: StepCommit): void {
  for (const { taskId, instanceId, state } of tasksCreated) {
    model.tasks.set(taskId, { taskId, instanceId, state, isOpen: true, told: null });
  }
  for (const { taskId, state } of tasksClosed) {
    const task = model.tasks.get(taskId);
    if (task?.isOpen) Object.assign(task, { state, isOpen: false });
  }
  for (const task of model.tasks.values()) {
    if (openTasks && task.isOpen && task.instanceId === instance.instanceId) task.state = openTasks.state;
  }
}

function putJobs(model: Model, { instance, jobsCreated, jobsClosed, openTasks, at }: StepCommit): void {
  if (openTasks?.state === 'IN_PROGRESS') {
    for (const job of model.jobs.values()) {
      const isFree = job.state === 'queued' && job.owner === null;
      if (isFree && job.instanceId === instance.instanceId) Object.assign(job, { dueAt: at, freeAt: at });
    }
  }
  for (const job of jobsCreated) model.jobs.set(job.jobId, { ...job, freeAt: job.dueAt, owner: null, lease: 0 });
  for (const { jobId, state } of jobsClosed) {
    const job = model.jobs.get(jobId);
    const isOpen = job?.state === 'queued' || (job?.state === 'failed' && state === 'cancelled');
    if (!isOpen) continue;
    Object.assign(job, { state, freeAt: null, owner: null });
    if (state === 'done') resolveSubject(model, jobId, at);
  }
}

function putResolved(model: Model, { incidentsResolved, instance: { instanceId }, at }: StepCommit): void {
  for (const incident of model.incidents.values()) {
    if (incident.instanceId !== instanceId || incident.resolvedAt !== null) continue;
    const job = model.jobs.get(incident.subject);
    const reachedNobody = job?.state === 'failed' && (job.kind === 'message' || job.kind === 'signal');
    const isOvertaken = incidentsResolved === 'all' ? !reachedNobody : incidentsResolved.includes(incident.subject);
    if (isOvertaken) incident.resolvedAt = at;
  }
}

/** The cause of its incidents is gone. */
export function resolveSubject(model: Model, subject: string, at: number): void {
  for (const incident of model.incidents.values()) {
    if (incident.subject === subject && incident.resolvedAt === null) incident.resolvedAt = at;
  }
}

export function makeIncident(model: Model, where: Pick<IncidentRow, 'kind' | 'subject' | 'instanceId'>): IncidentRow {
  model.made += 1;
  return anIncident(`x-${model.made}`, { ...where, at: model.now, latestAt: model.now, reason: `r-${model.made}` });
}

/** @returns the one that stands */
export function putIncident(model: Model, incident: IncidentRow): IncidentRow {
  const standing = [...model.incidents.values()].find(
    ({ subject, code, resolvedAt }) => subject === incident.subject && code === incident.code && resolvedAt === null,
  );
  if (standing === undefined) {
    model.incidents.set(incident.incidentId, { ...incident });
    return incident;
  }
  Object.assign(standing, {
    reason: incident.reason,
    latestAt: incident.latestAt,
    count: standing.count + 1,
  });
  return standing;
}

export function canRetry(model: Model, { seq, attempts }: OutboxRetry): boolean {
  const entry = model.entries.get(seq);
  return entry?.state === 'parked' && entry.attempts === attempts;
}

export function retryEntry(model: Model, { seq, corrected }: OutboxRetry, at: number): void {
  const entry = model.entries.get(seq);
  if (!entry) return;
  Object.assign(entry, { state: 'pending', refusals: 0, dueAt: at, freeAt: at });
  if (!corrected) return;
  entry.report = corrected.report;
  const { status, next = [], previousTaskId } = corrected.report.item;
  const task = model.tasks.get(previousTaskId);
  // While no later report says something else of it.
  const isLatest = task?.told?.next[0]?.taskId === next[0]?.taskId && task?.told?.status === status;
  if (task && isLatest) task.told = { status, next };
}

/** An operator puts its new tasks into other hands, or has somebody else report it. */
export function correct(model: Model, seq: number): NonNullable<OutboxRetry['corrected']> | undefined {
  const report = model.entries.get(seq)?.report;
  if (!report) return undefined;
  model.made += 1;
  const handlers = `somebody-${model.made}`;
  const { next } = report.item;
  const item = next
    ? { ...report.item, next: next.map((task) => ({ ...task, handlers })) }
    : { ...report.item, handler: handlers };
  return { report: { ...report, item }, fields: [next ? 'handlers' : 'handler'] };
}

/** Pending, and on nobody's hands: those who died hold nothing any more once their leases ran out. */
export function isOnNobodysHands(
  row: Pick<Leased<{ readonly state: string }>, 'state' | 'owner' | 'freeAt'>,
  at: number,
): boolean {
  return row.state === 'pending' && (row.owner === null || (row.freeAt !== null && row.freeAt <= at));
}
