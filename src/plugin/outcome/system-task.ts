import type { UserTaskNode } from '../../model/nodes/task-node.ts';
import type { ProcessModel } from '../../model/process-model.ts';
import { idBase } from '../../protocol/restore-mark.ts';
import type { TaskView } from '../../protocol/task-view.ts';
import { statusText } from '../explain/wording.ts';
import { handledTask } from '../state/handled-task.ts';
import type { InstanceRun } from '../state/instance-run.ts';
import type { HandledTask, OpenTask, SystemTask } from '../state/ledger.ts';
import type { StepFacts } from '../state/run-settings.ts';
import type { TokenHolder, TokenHolders } from '../tokens/token-holders.ts';
import { buttonsOf, describeSystemTask, systemButtons } from './describe-task.ts';
import type { RemovedTask } from './gone-tasks.ts';
import type { CreatedTask } from './new-waits.ts';

/** What a step makes of the system task. */
export interface SystemTaskPlan {
  /** The ledger entry of the open one if the step closes it: what follows is reported with it. */
  readonly closed: HandledTask | undefined;
  /** The open one if the center itself ended the instance. */
  readonly gone: readonly RemovedTask[];
  /** The open one if it stays open. */
  readonly kept: SystemTask | null;
  /** When the center must be told that the process waits at another node, in epoch milliseconds; null: it need not. */
  readonly dueAt: number | null;
  /** The one that is needed unless a report that is held back keeps its task open. */
  readonly wanted: { readonly task: CreatedTask; readonly holder: TokenHolder } | undefined;
}

interface PlannedStep {
  readonly holders: TokenHolders;
  readonly createsTasks: boolean;
  /** Number of tasks so far, with those of this step. */
  readonly taskCount: number;
  readonly holdMs: number;
}

/**
 * From its first task until its end, an instance has an open task: if no person has one, a system task. It is closed if a
 * person has to act again, if the instance ends, or if the process goes on waiting at another node for longer than reports
 * are held back; but not for a node that one has named since a person last acted, so that a loop that polls is reported
 * once.
 */
export function planSystemTask(run: InstanceRun, step: PlannedStep, facts: StepFacts): SystemTaskPlan {
  const review = run.systemTask ? reviewOpen(run, run.systemTask, step, facts) : NONE_OPEN;
  return { ...review, wanted: review.kept ? undefined : findWanted(run, step, facts) };
}

const NONE_OPEN = { closed: undefined, gone: [], kept: null, dueAt: null };

function reviewOpen(
  run: InstanceRun,
  open: SystemTask,
  { holders: { latest, all }, createsTasks, holdMs }: PlannedStep,
  facts: StepFacts,
): Omit<SystemTaskPlan, 'wanted'> {
  const { task } = open;
  const { now, settings } = facts;
  const { endedBy } = run.notes;
  // If the center does not know of the end, the operation has named the task.
  if (endedBy?.reported) return NONE_OPEN;
  if (endedBy) {
    const { systemName: handlerName } = settings;
    const handleStatus = statusText(settings, endedBy.as);
    return { ...NONE_OPEN, gone: [{ ...task, handlerName, handleStatus, isUnreported: false, isSystem: true }] };
  }
  const closed = { ...NONE_OPEN, closed: closedBySystem(run, task, facts) };
  if (createsTasks || run.ended) return closed;
  const isStillThere = all.some(({ nodeId }) => nodeId === task.nodeId);
  if (!latest || isStillThere || run.systemNodes.includes(latest.nodeId))
    return { ...NONE_OPEN, kept: { ...open, next: null } };
  const next = open.next?.nodeId === latest.nodeId ? open.next : { nodeId: latest.nodeId, since: now };
  const dueAt = waitsUntil(latest, next.since, holdMs);
  return dueAt <= now ? closed : { ...NONE_OPEN, kept: { ...open, next }, dueAt };
}

function findWanted(
  run: InstanceRun,
  { holders: { latest }, taskCount }: PlannedStep,
  facts: StepFacts,
): SystemTaskPlan['wanted'] {
  const { systemTaskHandler: handler } = facts.settings;
  if (
    handler === undefined ||
    run.forgoesSystemTasks ||
    !latest ||
    taskCount === 0 ||
    run.openTasks.size > 0 ||
    run.ended
  )
    return undefined;
  return { task: describeNew(run, latest, { number: taskCount + 1, handler }, facts), holder: latest };
}

/** Until when the center is not told of a node: a service, or a timer that is due soon. */
function waitsUntil({ isJob, dueAt }: TokenHolder, since: number, holdMs: number): number {
  const isSoon = isJob || (dueAt !== null && dueAt <= since + holdMs);
  return isSoon ? since + holdMs : since;
}

function closedBySystem(run: InstanceRun, task: OpenTask, { settings, now }: StepFacts): HandledTask {
  const handling = {
    handler: task.handlers[0] ?? '',
    handlerName: settings.systemName,
    opinions: null,
    isSystem: true,
  };
  const handleStatus = statusText(settings, 'over');
  return handledTask(run.handled, task, { ...handling, handleStatus, handledAt: now, appliedAt: now });
}

function describeNew(
  run: InstanceRun,
  holder: TokenHolder,
  { number, handler }: { readonly number: number; readonly handler: string },
  { instance, settings }: StepFacts,
): CreatedTask {
  const { nodeId, nodeName, origin } = holder;
  const taskId = `${idBase(instance.instanceId, settings.restoreMark)}.${number}`;
  const task: OpenTask = {
    ...{ taskId, nodeId, rootId: '', scopeIds: [], origin },
    ...{ handlers: [handler], handlingGroups: [], signedBy: [] },
  };
  const item = describeSystemTask(run.model, { taskId, nodeId, nodeName, handler }, run.scope, { instance, settings });
  return { ...task, nodeName, executionId: '', item, isSystem: true };
}

/** Goes on without system tasks, as the center refused to create this one. */
export function forgoSystemTasks(run: InstanceRun, refusedTaskId: string): void {
  run.forgoesSystemTasks = true;
  if (run.systemTask?.task.taskId === refusedTaskId) run.systemTask = null;
}

/** Notes the system task after a step. */
export function noteSystemTask(
  run: InstanceRun,
  {
    kept,
    opened,
    aPersonActed,
  }: { readonly kept: SystemTask | null; readonly opened: CreatedTask | undefined; readonly aPersonActed: boolean },
): void {
  if (aPersonActed) run.systemNodes = [];
  run.systemTask = kept;
  if (!opened) return;
  const { taskId, nodeId, rootId, scopeIds, origin, handlers, handlingGroups, signedBy } = opened;
  const task = { taskId, nodeId, rootId, scopeIds, origin, handlers, handlingGroups, signedBy };
  run.systemTask = { task, next: null };
  run.systemNodes = [...run.systemNodes.filter((each) => each !== nodeId), nodeId];
}

/** The buttons of a task, by its node; those of a system task are those of the process. */
export function buttonsOfTask(
  model: ProcessModel,
  task: Pick<TaskView, 'nodeId' | 'isSystem' | 'panel' | 'handlers' | 'handlingGroups'>,
): Pick<UserTaskNode, 'buttons' | 'handledButtons'> | undefined {
  const node = model.userTasks.get(task.nodeId);
  if (!task.isSystem) return node && buttonsOf(model, node, task);
  return { buttons: systemButtons(model), handledButtons: [] };
}
