import type { UserTaskNode } from '../../model/nodes/task-node.ts';
import type { ProcessModel } from '../../model/process-model.ts';
import { idBase } from '../../protocol/restore-mark.ts';
import type { NextTaskItem } from '../../protocol/task-handling.ts';
import { describeTaskJob, partDue } from '../apply/jobs/task-scripts.ts';
import type { InstanceRun } from '../state/instance-run.ts';
import type { OpenTask, Origin, TaskTexts } from '../state/ledger.ts';
import { openTasksOf } from '../state/open-tasks.ts';
import { nodeOfSeat, seatsAround, seatsWithTasks } from '../state/panel.ts';
import type { StepFacts } from '../state/run-settings.ts';
import type { Wait } from '../tokens/waits.ts';
import { callIdOf } from '../variables/called-variables.ts';
import { keepTaskInputs, taskScope } from '../variables/task-variables.ts';
import type { CreatedJob } from './created-job.ts';
import { describeJob } from './describe-job.ts';
import { describeTask } from './describe-task.ts';
import { HOUR_MS } from './due-hours.ts';
import { resolveAssignment, resolveSigners } from './resolve-assignment.ts';

export interface CreatedTask extends OpenTask {
  readonly nodeName: string;
  readonly executionId: string;
  readonly item: NextTaskItem;
  readonly isSystem?: true;
}

/** A new task of a wait; its name and handlers are determined last, see below. */
export interface FreshTask extends Omit<OpenTask, 'handlers' | 'handlingGroups'> {
  readonly wait: Wait;
  readonly seat: string;
}

/** Finds the new waits: tasks, still without their handlers, and jobs. */
export function noteNewWaits(
  run: InstanceRun,
  waits: readonly Wait[],
  taskCount: number,
  { instance: { instanceId }, settings }: Pick<StepFacts, 'instance' | 'settings'>,
): { fresh: FreshTask[]; jobsCreated: CreatedJob[] } {
  const fresh: FreshTask[] = [];
  const jobsCreated: CreatedJob[] = [];
  let number = taskCount;
  for (const wait of waits) {
    const { nodeId, executionId, rootId } = wait;
    if (run.openTasks.has(executionId) || run.openJobs.has(executionId)) continue;
    if (run.panels[executionId]) {
      for (const seat of seatsWithTasks(run.panels, executionId)) {
        if (run.openTasks.has(seat)) continue;
        number += 1;
        const taskId = `${idBase(instanceId, settings.restoreMark)}.${number}`;
        const scopeIds = [...seatsAround(seat), ...run.places.idsAround(wait.token)];
        const node = nodeOfSeat(run.panels, seat, nodeId);
        fresh.push({ taskId, nodeId: node, rootId, scopeIds, origin: originAt(run, wait), signedBy: [], wait, seat });
      }
      continue;
    }
    const origin = originAt(run, wait);
    const part = partDue(run, wait);
    if (part === null) continue;
    if (part !== undefined) {
      jobsCreated.push(describeTaskJob(run, wait, part));
      // A shared task is not an origin while other signers are missing.
      const pressed = run.multiInstanceOf(nodeId)?.shared ? undefined : run.pressed[executionId]?.taskId;
      const from = run.returned[executionId]?.origin ?? pressed ?? origin;
      run.openJobs.set(executionId, { nodeId, rootId, origin: from, part });
    } else if (run.model.userTasks.has(nodeId)) {
      const shared = run.multiInstanceOf(nodeId)?.shared && fresh.find((task) => task.rootId === rootId);
      if (!shared) number += 1;
      const taskId = shared ? shared.taskId : `${idBase(instanceId, settings.restoreMark)}.${number}`;
      fresh.push({
        taskId,
        nodeId,
        rootId,
        scopeIds: run.places.idsAround(wait.token),
        origin,
        signedBy: [],
        wait,
        seat: executionId,
      });
    } else if (run.model.services.has(nodeId)) {
      jobsCreated.push(describeJob(run, wait));
      run.openJobs.set(executionId, { nodeId, rootId, origin });
    }
  }
  return { fresh, jobsCreated };
}

/** Opens the new tasks. For a shared task each signer has a separate token, but the center gets one task. */
export function describeCreated(
  run: InstanceRun,
  fresh: readonly FreshTask[],
  { instance, settings, now }: StepFacts,
): CreatedTask[] {
  const context = { processId: run.model.processId, instance, settings };
  for (const { wait, seat, ...task } of fresh) {
    const node = nodeOf(run.model, wait.nodeId);
    keepTaskInputs(run, node, wait);
    const scope = taskScope(run, node, wait);
    const assignment = run.notes.handedOver.get(seat) ?? {
      origin: originAt(run, wait),
      ...(node.multiInstance?.shared ? resolveSigners(node, scope, context) : resolveAssignment(node, scope, context)),
    };
    run.openTasks.set(seat, { ...task, ...assignment });
  }
  const firsts = new Map(fresh.toReversed().map((task) => [task.taskId, task]));
  return openTasksOf(fresh.flatMap(({ seat }) => run.openTasks.get(seat) ?? [])).map((task) => {
    const first = firsts.get(task.taskId);
    if (!first) throw new TypeError(`Task ${task.taskId} was not made by this step.`);
    const { wait, seat } = first;
    const node = nodeOf(run.model, task.nodeId);
    const isEarlier = node.nodeId !== wait.nodeId;
    // The inputs of the wait are not those of an earlier node.
    const scope = isEarlier ? run.scopeAtToken(wait.token) : taskScope(run, node, wait);
    const ofProcess = callIdOf(run, wait.scopeId) === undefined ? scope : run.scope;
    const firstName = run.nodeNames.get(node.nodeId);
    const context = {
      ...{ instance, settings, scope, ofProcess },
      ...(firstName !== undefined && { firstName }),
      ...(isEarlier && { earlier: textsOf(run, task, node) }),
    };
    const item = describeTask(run.model, node, { ...task, createdAt: now }, context);
    if (node.computedName !== undefined) run.nodeNames.set(node.nodeId, item.nodeName);
    noteItem(run, seat, item, now);
    return { ...task, nodeName: item.nodeName, executionId: wait.executionId, item };
  });
}

/** The task whose handling caused a wait. */
function originAt(run: InstanceRun, { executionId, rootId }: Wait): Origin {
  return run.notes.openedFrom.get(executionId) ?? run.origins.of(rootId);
}

function nodeOf(model: ProcessModel, nodeId: string) {
  const node = model.userTasks.get(nodeId);
  if (!node) throw new TypeError(`The process waits at ${nodeId}, which is no user task of the model.`);
  return node;
}

/** Of the task that was handled at an earlier node; after a migration, the name of the node. */
function textsOf(run: InstanceRun, { rootId, nodeId }: OpenTask, { nodeName }: UserTaskNode): TaskTexts {
  return (
    run.trails.of(rootId).find((visit) => visit.nodeId === nodeId)?.texts ?? {
      nodeName: run.nodeNames.get(nodeId) ?? nodeName,
    }
  );
}

/**
 * Those who have the task later have what is left of its time, and the same texts if it is sent back to them. A task that its
 * signers share goes to nobody else.
 */
function noteItem(run: InstanceRun, seat: string, item: NextTaskItem, now: number): void {
  const task = run.openTasks.get(seat);
  if (!task) return;
  const { dueAt: known } = task;
  const { timeOut, nodeName, taskName, taskSummary } = item;
  if (!run.keepsTrails && (known !== undefined || timeOut === undefined)) return;
  const dueAt = known ?? (timeOut === undefined ? undefined : now + timeOut * HOUR_MS);
  const texts = { nodeName, ...(taskName && { taskName }), ...(taskSummary && { taskSummary }) };
  run.openTasks.set(seat, { ...task, dueAt, ...(run.keepsTrails && { texts }) });
}
