import fc from 'fast-check';
import type { NextTaskItem, Report } from '../../../src/index.ts';
import type { InstanceRow, PressRow, StepCommit } from '../../../src/store/port.ts';
import { aJob, aMessage, anInstance, aPress, aReport, aStep, aTask, NOON } from '../rows.ts';
import { correct } from './apply-step.ts';
import { latestOf, type Model, pickBy } from './model.ts';

/** A step as it is drawn: what it names is picked when it is made. */
export interface DrawnStep {
  readonly instance: number;
  readonly isNew: boolean;
  /** Added to the revision that it should be computed on. */
  readonly stale: -1 | 0 | 1;
  readonly status: InstanceRow['status'];
  readonly startKey: string | null;
  readonly wakeIn: number | null;
  readonly tasks: number;
  readonly closeTask: boolean;
  readonly reports: number;
  readonly jobs: readonly { readonly dueIn: number; readonly kind: 'service' | 'signal' }[];
  readonly closeJob: 'done' | 'cancelled' | null;
  /** Also where it is not queued any more. */
  readonly anyJob: boolean;
  readonly waitsFor: readonly string[];
  readonly message: number | null;
  readonly press: string | null;
  readonly retries: 'no' | 'right' | 'corrected' | 'late';
  readonly resolves: 'all' | 'one' | 'none';
  readonly pick: number;
}

const OFFSETS = [-1000, 0, 1, 500, 1000, 5000] as const;
const INSTANCES_OF_A_RUN = 4;

const offset = fc.constantFrom(...OFFSETS);
const seldom = fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) });

export const drawnStep: fc.Arbitrary<DrawnStep> = fc.record({
  instance: fc.nat(INSTANCES_OF_A_RUN - 1),
  isNew: seldom,
  stale: fc.oneof({ weight: 8, arbitrary: fc.constant(0 as const) }, fc.constantFrom(-1 as const, 1 as const)),
  status: fc.oneof(
    { weight: 6, arbitrary: fc.constant('running' as const) },
    { weight: 2, arbitrary: fc.constant('suspended' as const) },
    { weight: 2, arbitrary: fc.constantFrom('ended' as const, 'terminated' as const) },
  ),
  startKey: fc.constantFrom(null, null, 'key-a', 'key-b'),
  wakeIn: fc.option(offset),
  tasks: fc.nat(2),
  closeTask: fc.boolean(),
  reports: fc.nat(2),
  jobs: fc.array(fc.record({ dueIn: offset, kind: fc.constantFrom('service' as const, 'signal' as const) }), {
    maxLength: 2,
  }),
  closeJob: fc.constantFrom(null, null, 'done' as const, 'cancelled' as const),
  anyJob: seldom,
  waitsFor: fc.uniqueArray(fc.constantFrom('paid', 'sent', 'left'), { maxLength: 2 }),
  message: fc.option(offset),
  press: fc.constantFrom(null, null, 'press-a', 'press-b', 'press-c'),
  retries: fc.constantFrom('no' as const, 'no' as const, 'right' as const, 'corrected' as const, 'late' as const),
  resolves: fc.constantFrom('none' as const, 'one' as const, 'all' as const),
  pick: fc.nat(97),
});

/** The step on what the model holds now. Everything it creates has a name of its own. */
export function makeStep(model: Model, drawn: DrawnStep): StepCommit {
  const { now: at } = model;
  model.made += 1;
  const mark = model.made;
  const instanceId = `i-${drawn.instance}`;
  const stored = model.instances.get(instanceId);
  const revision = drawn.isNew ? 0 : (stored?.row.revision ?? 0);
  const base = stored && !drawn.isNew ? stored.row : undefined;
  const isOver = drawn.status === 'ended' || drawn.status === 'terminated';
  const instance = anInstance(instanceId, {
    ...(base ?? { startedAt: NOON + mark, startKey: drawn.startKey, definitionId: latestOf(model) }),
    status: drawn.status,
    snapshot: isOver ? null : `{"step":${mark}}`,
    wakeAt: drawn.wakeIn === null || isOver ? null : at + drawn.wakeIn,
    endedAt: isOver ? at : null,
  });
  const traceparent = drawn.pick % 2 === 0 ? null : `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  const ids = Array.from({ length: drawn.tasks }, (_, number) => `t-${mark}.${number}`);
  const told = [...tasksOf(model, instanceId, false), ...ids, 'of nobody'];
  return aStep({
    instance,
    // A start key is given once: only a start names another.
    baseRevision: drawn.isNew ? 0 : Math.max(0, revision + drawn.stale),
    tasksCreated: ids.map((taskId) => aTask(taskId, { instanceId })),
    tasksClosed: closingsOf(model, instanceId, drawn),
    ...suspensionOf(base?.status, drawn.status, at),
    jobsCreated: (isOver ? [] : drawn.jobs).map(({ dueIn, kind }, number) =>
      aJob(`j-${mark}.${number}`, { instanceId, kind, dueAt: at + dueIn, createdAt: at, traceparent }),
    ),
    jobsClosed: isOver ? jobsCancelledIn(model, instanceId) : jobsClosedBy(model, drawn),
    subscriptions: drawn.waitsFor.map((name, number) => ({
      executionId: `e-${number}`,
      kind: 'message',
      name,
      correlationKey: 'matter',
    })),
    reports: Array.from({ length: drawn.reports }, (_, number) =>
      reportOf(pickBy(told, drawn.pick + number), `n-${mark}.${number}`, drawn.closeTask),
    ),
    messages:
      drawn.message === null
        ? []
        : [
            aMessage(`m-${mark}`, {
              instanceId,
              nodeId: 'tell',
              dueAt: at + drawn.message,
              createdAt: at,
              traceparent,
            }),
          ],
    history: [{ at, type: `model.step-${mark}`, data: {} }],
    traceparent,
    incidentsResolved: isOver ? 'all' : resolvedBy(model, instanceId, drawn),
    ...(drawn.press !== null && { press: pressOf(drawn.press, mark) }),
    ...retryOf(model, instanceId, drawn),
    at,
  });
}

/** Of a task that may be there. */
export function pressOf(uuid: string, mark: number): PressRow {
  return aPress(uuid, { taskId: 't-1.0', fingerprint: `f-${mark}` });
}

function reportOf(previousTaskId: string, taskId: string, creates: boolean): Report {
  const report = aReport(previousTaskId);
  if (!creates) return report;
  return { ...report, item: { ...report.item, status: 'next', next: [{ taskId, handlers: 'ann' } as NextTaskItem] } };
}

/** Whether a right step on that instance may be made: what is over takes none. */
export function canStep(model: Model, { instance }: DrawnStep): boolean {
  const status = model.instances.get(`i-${instance}`)?.row.status;
  return status === undefined || status === 'running' || status === 'suspended';
}

function tasksOf(model: Model, instanceId: string, open: boolean): string[] {
  const tasks = [...model.tasks.values()].filter((task) => task.instanceId === instanceId);
  return tasks.filter(({ isOpen }) => isOpen || !open).map(({ taskId }) => taskId);
}

function closingsOf(model: Model, instanceId: string, { closeTask, pick }: DrawnStep): StepCommit['tasksClosed'] {
  const open = tasksOf(model, instanceId, true);
  if (!closeTask || open.length === 0) return [];
  const nobody = { handler: null, opinions: null, handleStatus: null, handlerName: null, turnHandler: null };
  return [{ taskId: pickBy(open, pick), state: 'FINISH', closedAt: model.now, ...nobody }];
}

function suspensionOf(
  before: InstanceRow['status'] | undefined,
  after: InstanceRow['status'],
  at: number,
): Pick<StepCommit, 'openTasks'> | undefined {
  const nobody = { handler: null, opinions: null };
  if (before === 'running' && after === 'suspended') {
    return { openTasks: { state: 'SUSPENDED', suspendedAt: at, ...nobody } };
  }
  if (before === 'suspended' && after === 'running') {
    return { openTasks: { state: 'IN_PROGRESS', suspendedAt: null, ...nobody } };
  }
  return undefined;
}

function jobsClosedBy(model: Model, { closeJob, anyJob, pick }: DrawnStep): StepCommit['jobsClosed'] {
  const jobs = [...model.jobs.values()].filter(({ state }) => anyJob || state === 'queued');
  return closeJob === null || jobs.length === 0 ? [] : [{ jobId: pickBy(jobs, pick).jobId, state: closeJob }];
}

/** What is over waits for no service; what it threw goes its way. */
function jobsCancelledIn(model: Model, instanceId: string): StepCommit['jobsClosed'] {
  return [...model.jobs.values()]
    .filter((job) => job.instanceId === instanceId && job.kind === 'service' && job.state === 'queued')
    .map(({ jobId }) => ({ jobId, state: 'cancelled' }));
}

function resolvedBy(model: Model, instanceId: string, drawn: DrawnStep): StepCommit['incidentsResolved'] {
  if (drawn.resolves === 'all') return 'all';
  const subjects = [...model.incidents.values()].filter((incident) => incident.instanceId === instanceId);
  return drawn.resolves === 'none' || subjects.length === 0 ? [] : [pickBy(subjects, drawn.pick).subject];
}

function retryOf(
  model: Model,
  instanceId: string,
  { retries, pick }: DrawnStep,
): Pick<StepCommit, 'retried'> | undefined {
  const parked = [...model.entries.values()].filter(
    (entry) => entry.instanceId === instanceId && entry.state === 'parked',
  );
  if (retries === 'no' || parked.length === 0) return undefined;
  const { seq, attempts } = pickBy(parked, pick);
  const corrected = retries === 'corrected' ? correct(model, seq) : undefined;
  return { retried: { seq, attempts: retries === 'late' ? attempts - 1 : attempts, ...(corrected && { corrected }) } };
}
