import { collectMapped } from '../../../model/mapped-values.ts';
import type { ScriptText } from '../../../model/nodes/mapping.ts';
import type { UserTaskNode } from '../../../model/nodes/task-node.ts';
import { labelOfNode } from '../../explain/moves.ts';
import type { CreatedJob } from '../../outcome/created-job.ts';
import { tokenOf } from '../../state/execution-id.ts';
import type { InstanceRun } from '../../state/instance-run.ts';
import { jobKeyOf, type TaskPart } from '../../state/job-key.ts';
import type { Origin } from '../../state/ledger.ts';
import { iterationVariables, tallyOf } from '../../tokens/multi-instance/iterations.ts';
import { addToTally } from '../../tokens/multi-instance/multi-instance-tally.ts';
import { countIteration } from '../../tokens/multi-instance/multi-instances.ts';
import { signalWait, type Wait } from '../../tokens/waits.ts';
import { setComputed, variablesAt, visibleAt } from '../../variables/called-variables.ts';
import { readDecision } from '../../variables/conditions.ts';
import { keepTaskInputs, taskInputsOf } from '../../variables/task-variables.ts';
import { completeWait } from '../complete-wait.ts';
import type { TaskScriptsResult } from './run-scripts.ts';

/**
 * Which scripts a user task waits for. Input scripts run before the task is created; output scripts and the completion
 * condition run after it was handled and before its token continues. The completion condition is evaluated for one
 * signer at a time, so that it sees each count.
 * @returns null: it waits for the scripts of another signer
 */
export function partDue(run: InstanceRun, { nodeId, executionId, rootId }: Wait): TaskPart | null | undefined {
  const node = run.model.userTasks.get(nodeId);
  if (run.returned[executionId]) return isFirst(run, run.returned, executionId, rootId) ? 'out' : null;
  if (run.pressed[executionId]) {
    const isAsked = node?.multiInstance?.conditionScript !== undefined;
    return isAsked && !isFirst(run, run.pressed, executionId, rootId) ? null : 'out';
  }
  return node?.inputScripts !== undefined && run.taskInputs[executionId] === undefined ? 'in' : undefined;
}

/** Whether an execution is the first of its multi-instance that waits, in the order of completion. */
function isFirst(
  { places }: InstanceRun,
  waiting: Readonly<Record<string, unknown>>,
  id: string,
  rootId: string,
): boolean {
  return Object.keys(waiting).find((each) => places.rootOf(tokenOf(each)) === rootId) === id;
}

/** Whether scripts run after the task was handled. */
export function hasScriptsAfter(node: UserTaskNode | undefined): node is UserTaskNode {
  return node?.outputScripts !== undefined || node?.multiInstance?.conditionScript !== undefined;
}

/** Deterministic: the same wait and variables give the same job. */
export function describeTaskJob(run: InstanceRun, wait: Wait, part: TaskPart): CreatedJob {
  const { nodeId, executionId, token, scopeId } = wait;
  const node = run.model.userTasks.get(nodeId);
  const scripts = node ? scriptsOf(node, part) : [run.multiInstanceOf(nodeId)?.conditionScript];
  return {
    nodeId,
    executionId: jobKeyOf(executionId, part),
    kind: 'script',
    service: scripts[0]?.format ?? '',
    variables: { ...visibleAt(run, scopeId, token), ...countersSeen(run, wait, part) },
    input: node ? taskInputsOf(run, node, wait, run.scopeAtToken(token)) : {},
  };
}

function taskAt({ model }: InstanceRun, nodeId: string): UserTaskNode {
  const node = model.userTasks.get(nodeId);
  if (!node) throw new TypeError(`The process waits at ${nodeId}, which is no user task of the model.`);
  return node;
}

function scriptsOf(
  { inputScripts, outputScripts, multiInstance }: UserTaskNode,
  part: TaskPart,
): readonly ScriptText[] {
  const mappings = part === 'in' ? inputScripts : outputScripts;
  const condition = part === 'in' ? undefined : multiInstance?.conditionScript;
  return [...(mappings ?? []).map(({ script }) => script), ...(condition === undefined ? [] : [condition])];
}

/** The counters for a completion condition include the signer for whom it is evaluated. */
function countersSeen(run: InstanceRun, { nodeId, executionId, token }: Wait, part: TaskPart) {
  if (part === 'in' || run.multiInstanceOf(nodeId) === undefined) return iterationVariables(run, token);
  return iterationVariables(run, token, (root) => addToTally(tallyOf(run, root), voteOf(run, nodeId, executionId)));
}

function voteOf(run: InstanceRun, nodeId: string, executionId: string) {
  return buttonOf(run, nodeId, executionId)?.vote;
}

function buttonOf({ model, pressed }: InstanceRun, nodeId: string, executionId: string) {
  const key = pressed[executionId]?.buttonKey;
  return model.userTasks.get(nodeId)?.buttons.find((button) => button.key === key);
}

/** A finished job that ran scripts of a user task. */
interface ScriptsDone {
  readonly part: TaskPart;
  readonly given: unknown;
  readonly origin: Origin;
}

/**
 * Applies the results of the scripts of a user task: the task is created, or its token continues.
 */
export function takeScripts(run: InstanceRun, wait: Wait, { part, given, origin }: ScriptsDone): void {
  const { nodeId, executionId, token, rootId, scopeId } = wait;
  const { values, isOver } = given as TaskScriptsResult;
  if (part === 'in') {
    keepTaskInputs(run, taskAt(run, nodeId), wait, values);
    // In a multi-instance, others may have signed in the meantime.
    run.notes.openedFrom.set(executionId, origin);
    return;
  }
  run.origins.note(rootId, origin);
  const returned = run.returned[executionId];
  if (returned) {
    run.completions.set(rootId, isOver);
    if (run.model.services.has(nodeId)) countIteration(run, token, { own: returned.own });
    delete run.returned[executionId];
    signalWait(run, wait);
    return;
  }
  const button = buttonOf(run, nodeId, executionId);
  const pressed = run.pressed[executionId];
  if (button === undefined || pressed === undefined) throw new TypeError(`Nobody has handled ${nodeId}.`);
  if (run.multiInstanceOf(nodeId)?.shared) noteDecided(run, wait, pressed.taskId, isOver);
  const outputs = collectMapped(values, variablesAt(run, scopeId));
  setComputed(run, scopeId, outputs);
  if (isOver !== undefined) run.completions.set(rootId, isOver);
  completeWait(run, wait, button, { ...pressed.own, ...outputs });
}

/** A shared task becomes the origin of what follows only when the countersign is decided or everybody has signed. */
function noteDecided(run: InstanceRun, { nodeId, rootId }: Wait, taskId: string, isOver: unknown): void {
  const { completed, instances } = tallyOf(run, rootId);
  const isLast = completed + 1 >= instances;
  if (!isLast && !readDecision(isOver, `completion condition of ${labelOfNode(run.model, nodeId)}`)) return;
  run.origins.note(rootId, taskId);
  run.lastHandledTaskId = taskId;
  if ([...run.openTasks.values()].some((part) => part.taskId === taskId)) run.notes.justDecided.add(taskId);
}
