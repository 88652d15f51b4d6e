import type { Execution } from 'bpmn-engine';
import type { ProcessModel } from '../model/process-model.ts';
import type { Report } from '../protocol/report.ts';
import type { NextTaskItem } from '../protocol/task-handling.ts';
import { type CreatedJob, describeJob } from './describe-job.ts';
import { describeTask, resolveAssignment } from './describe-task.ts';
import type { InstanceRun } from './instance-run.ts';
import type { HandledTask, Ledger, OpenTask, Origin } from './ledger.ts';
import { composeReports } from './reports.ts';
import type { InstanceInfo, RunSettings } from './run-settings.ts';
import { listWaits, type Wait } from './waits.ts';

/** What one step did: the only thing the bridge learns of it, besides the snapshot. */
export interface StepChanges {
  readonly created: readonly CreatedTask[];
  /** The task the step's press completed. */
  readonly handled: HandledTask | undefined;
  /** Tasks that vanished without being handled. */
  readonly gone: readonly OpenTask[];
  readonly jobsCreated: readonly CreatedJob[];
  /** Executions of jobs that vanished without a result. */
  readonly jobsGone: readonly string[];
  readonly reports: readonly Report[];
  readonly ended: boolean;
  /** When a held report must go out; null: none is held. */
  readonly wakeAt: number | null;
}

export interface CreatedTask extends OpenTask {
  readonly nodeName: string;
  readonly executionId: string;
  readonly item: NextTaskItem;
}

/**
 * Compares what the engine waits for with what it waited for before, and says what that means. The comparison is the
 * authority: nothing in the engine's events names a vanished iteration.
 * @param engineState the state after the step, as text; lineage it no longer mentions is forgotten
 */
export function finishStep(
  run: InstanceRun,
  execution: Execution,
  before: Ledger,
  engineState: string,
  instance: InstanceInfo,
  settings: RunSettings,
  now: number,
): { changes: StepChanges; ledger: Ledger } {
  const waits = run.ended ? [] : listWaits(execution);
  const alive = new Set(waits.map((wait) => wait.executionId));
  const gone = [...run.openTasks].filter(([executionId]) => !alive.has(executionId));
  const jobsGone = [...run.openJobs.keys()].filter((executionId) => !alive.has(executionId));
  for (const [executionId] of gone) run.openTasks.delete(executionId);
  for (const executionId of jobsGone) run.openJobs.delete(executionId);

  const created: CreatedTask[] = [];
  const jobsCreated: CreatedJob[] = [];
  for (const wait of waits) {
    if (run.openTasks.has(wait.executionId) || run.openJobs.has(wait.executionId)) continue;
    const origin = run.origins[wait.rootId] ?? null;
    if (wait.kind === 'task') {
      const taskId = `${instance.instanceId}.${before.taskCount + created.length + 1}`;
      const task = createTask(run, wait, taskId, origin, instance, settings, now);
      created.push(task);
      const { nodeId, rootId, handlers, handlingGroups } = task;
      run.openTasks.set(wait.executionId, { taskId, nodeId, rootId, origin, handlers, handlingGroups });
    } else {
      jobsCreated.push(describeJob(run, wait));
      run.openJobs.set(wait.executionId, { nodeId: wait.nodeId, rootId: wait.rootId, origin });
    }
  }

  const unreported = Object.values(run.handled).filter((task) => !task.reported);
  const { reports, held, startReported } = composeReports(
    {
      created,
      ended: run.ended ? { origin: run.completedOrigin } : undefined,
      unreported,
      handled: run.handled,
      lastHandledTaskId: run.lastHandledTaskId,
      startReported: before.startReported,
      jobOrigins: new Set([...run.openJobs.values()].map((job) => job.origin)),
      now,
    },
    instance,
    settings,
  );
  for (const task of unreported) run.handled[task.taskId] = { ...task, reported: !held.includes(task) };

  return {
    changes: {
      created,
      handled: Object.values(run.handled).find((task) => before.handled[task.taskId] === undefined),
      gone: gone.map(([, task]) => task),
      jobsCreated,
      jobsGone,
      reports,
      ended: run.ended,
      wakeAt: held.length === 0 ? null : Math.min(...held.map((task) => task.appliedAt + settings.reportHoldMs)),
    },
    ledger: forgetTheDead(run, { taskCount: before.taskCount + created.length, startReported }, engineState),
  };
}

function createTask(
  run: InstanceRun,
  wait: Wait,
  taskId: string,
  origin: Origin,
  instance: InstanceInfo,
  settings: RunSettings,
  now: number,
): CreatedTask {
  const node = nodeOf(run.model, wait.nodeId);
  const scope = run.scopeOf(wait.api.content);
  const assignment = resolveAssignment(node, scope);
  return {
    taskId,
    nodeId: node.nodeId,
    nodeName: node.nodeName,
    executionId: wait.executionId,
    rootId: wait.rootId,
    origin,
    ...assignment,
    item: describeTask(run.model, node, { taskId, createdAt: now, ...assignment }, scope, instance, settings),
  };
}

function nodeOf(model: ProcessModel, nodeId: string) {
  const node = model.userTasks.get(nodeId);
  if (!node) throw new TypeError(`The engine waits at ${nodeId}, which is no user task of the model.`);
  return node;
}

/** Keeps of lineage, tallies and handled tasks what something still alive can name. */
function forgetTheDead(
  run: InstanceRun,
  { taskCount, startReported }: Pick<Ledger, 'taskCount' | 'startReported'>,
  engineState: string,
): Ledger {
  const named = ([executionId]: [string, unknown]) => engineState.includes(executionId);
  const origins = Object.fromEntries(Object.entries(run.origins).filter(named));
  const tallies = Object.fromEntries(Object.entries(run.tallies).filter(named));
  const causes = new Set<Origin>([
    ...Object.values(origins),
    ...[...run.openTasks.values(), ...run.openJobs.values()].map((wait) => wait.origin),
    run.lastHandledTaskId,
  ]);
  const handled = Object.entries(run.handled).filter(([taskId, task]) => !task.reported || causes.has(taskId));
  return {
    taskCount,
    openTasks: Object.fromEntries(run.openTasks),
    openJobs: Object.fromEntries(run.openJobs),
    origins,
    tallies,
    handled: Object.fromEntries(handled),
    lastHandledTaskId: run.lastHandledTaskId,
    startReported,
  };
}
