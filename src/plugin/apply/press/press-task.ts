import type { Button } from '../../../model/nodes/button.ts';
import { PRESS_VARIABLES } from '../../../model/variables/press-variables.ts';
import type { Id } from '../../../net/state.ts';
import { handledTask, noteHandled } from '../../state/handled-task.ts';
import type { InstanceRun } from '../../state/instance-run.ts';
import type { OpenTask } from '../../state/ledger.ts';
import type { SignersAfter } from '../../state/panel.ts';
import { notWaiting } from '../../step-error.ts';
import { findWait, type Wait } from '../../tokens/waits.ts';
import {
  callIdOf,
  keepFromPresses,
  keptFromPresses,
  setVariables,
  type Variables,
} from '../../variables/called-variables.ts';
import { computeHandled } from '../../variables/task-variables.ts';
import { completeWait } from '../complete-wait.ts';
import { hasScriptsAfter } from '../jobs/task-scripts.ts';
import { dropPanels } from '../panels/leave-panel.ts';
import { noteVoter, refuseSecondVote } from './second-vote.ts';

/** A press whose button, right and state have been checked: what the trigger of its step is made of. */
export interface AllowedPress {
  readonly taskId: string;
  readonly button: Button;
  readonly account: string;
  /** Display name of the account. null: it has none; absent: the host provides no names. */
  readonly personName?: string | null | undefined;
  /** Whether the account is not a handler itself but acts for one. */
  readonly actsForOthers?: boolean;
  readonly opinions: string | null;
  /** When the person pressed, in epoch milliseconds by the center's clock. */
  readonly pressedAt: number;
  readonly variables: Variables;
  /** Who signs after the person, before the process goes on. */
  readonly signersAfter?: SignersAfter | undefined;
}

/**
 * Completes the task of a press; for a task that its signers share, only the part of the person who pressed.
 * @throws {StepError} `ERR_STEP_FAILED`: nothing waits for this task, or no longer for this person.
 * With a refusal: the person acts for another one, and would vote twice
 */
export function pressTask(run: InstanceRun, press: AllowedPress, now: number): void {
  const { taskId, button, account, personName, opinions } = press;
  const parts = findParts(run, taskId, account, press.actsForOthers);
  const [first] = parts;
  if (first === undefined) throw notWaiting('task', taskId);
  if (press.actsForOthers)
    refuseSecondVote(
      run,
      parts.map(({ executionId }) => executionId),
      account,
    );

  const lastBefore = run.lastHandledTaskId;
  const person = { handler: account, handlerName: null, personName, opinions, handleStatus: button.label };
  const handling = { ...person, handledAt: press.pressedAt, appliedAt: now };
  noteHandled(run, handledTask(run.handled, first.task, handling));
  run.handledBy = [...new Set([...run.handledBy, account])];
  // While others have yet to sign the task, no report with `next` may name it as its origin: the center would remove it
  // from their lists.
  const isShared = countParts(run, taskId) > parts.length;
  if (isShared) run.signing = { rootId: first.task.rootId, taskId, isDecided: false };
  noteSigner(run, taskId, account);
  decideParts(run, parts, press);
  if (isShared && !run.signing?.isDecided) run.lastHandledTaskId = lastBefore;
}

/**
 * The parts of a task that a press handles go on.
 * @throws {StepError} `ERR_STEP_FAILED`: nothing waits for it
 */
export function decideParts(run: InstanceRun, parts: readonly Part[], press: AllowedPress): void {
  const { taskId, account } = press;
  const [first] = parts;
  if (first === undefined) throw notWaiting('task', taskId);
  const { rootId } = first.task;
  if (run.signing?.taskId !== taskId) run.origins.note(rootId, taskId);
  run.notes.trace.moves.set(rootId, []);
  noteVoter(run, first.task, account);
  noteVisit(run, first.task, account);
  const wait = findWait(run, first.executionId);
  if (!wait) throw notWaiting('wait', taskId);
  run.notes.pressedIn.set(taskId, wait.scopeId);
  const given = variablesOf(run, wait.scopeId, press);
  setVariables(run, wait.scopeId, given);
  completePart(run, first.executionId, wait, { press, given });
  for (const { executionId } of parts.slice(1)) {
    const other = findWait(run, executionId);
    // If the previous part decided the countersign, nothing waits for this one any more.
    if (other) completePart(run, executionId, other, { press, given });
  }
}

/** What a press sets: its own variables that neither the diagram nor the start has set, what it brings, and what its button says. */
function variablesOf(run: InstanceRun, scope: Id, press: AllowedPress): Variables {
  const { button, opinions, account, personName, variables } = press;
  const { effect } = button;
  const kept = keptFromPresses(run, scope);
  const own = Object.entries({ outcome: button.nextNodeKey ?? button.key, opinions, handler: account });
  const decided = effect.kind === 'set' ? { [effect.variable]: effect.value } : {};
  const named = personName === undefined ? {} : { handlerName: personName };
  return { ...Object.fromEntries(own.filter(([name]) => !kept.includes(name))), ...named, ...variables, ...decided };
}

function countParts({ openTasks }: InstanceRun, taskId: string): number {
  return [...openTasks.values()].filter((task) => task.taskId === taskId).length;
}

function completePart(
  run: InstanceRun,
  executionId: string,
  wait: Wait,
  { press, given }: { readonly press: AllowedPress; readonly given: Variables },
): void {
  const { taskId, button, variables } = press;
  run.openTasks.delete(executionId);
  dropPanels(run, wait.executionId);
  const node = run.model.userTasks.get(wait.nodeId);
  const computed = node ? computeHandled(run, node, wait, given) : {};
  setVariables(run, wait.scopeId, computed);
  const isKept = (name: string) =>
    Object.hasOwn(computed, name)
      ? computed[name] !== given[name]
      : Object.hasOwn(variables, name) && node?.pressFields?.includes(name);
  keepFromPresses(run, wait.scopeId, PRESS_VARIABLES.filter(isKept));
  const own = { ...given, ...computed };
  if (hasScriptsAfter(node)) run.pressed[wait.executionId] = { taskId, buttonKey: button.key, own };
  else completeWait(run, wait, button, own);
}

interface Part {
  readonly executionId: string;
  readonly task: OpenTask;
}

/**
 * Finds the executions that a press of the account completes. For a shared task: the account's first part, and all other
 * parts with the same handlers, because the center shows a person the task once, however often they are in the collection.
 */
export function findParts(run: InstanceRun, taskId: string, account: string, actsForOthers = false): readonly Part[] {
  const parts = [...run.openTasks]
    .filter(([, task]) => task.taskId === taskId)
    .map(([executionId, task]): Part => ({ executionId, task }));
  const nodeId = parts[0]?.task.nodeId ?? '';
  if (!run.multiInstanceOf(nodeId)?.shared) return parts;
  // A person who acts for others signs the part of the only remaining signer.
  const signers = new Set(parts.map(({ task }) => String(task.handlers)));
  const acted = actsForOthers && signers.size === 1 ? parts[0] : undefined;
  const own = parts.find(({ task }) => task.handlers.includes(account)) ?? acted;
  return parts.filter(({ task }) => own && String(task.handlers) === String(own.task.handlers));
}

function noteSigner(run: InstanceRun, taskId: string, account: string): void {
  for (const [executionId, task] of run.openTasks) {
    if (task.taskId !== taskId) continue;
    run.openTasks.set(executionId, { ...task, signedBy: [...task.signedBy, account] });
  }
}

function noteVisit(run: InstanceRun, { nodeId, rootId, taskId, handlers, texts }: OpenTask, account: string): void {
  const isOfOne = handlers.length === 1 && !run.multiInstanceOf(nodeId);
  const { nodeName = nodeId } = run.model.userTasks.get(nodeId) ?? {};
  const callId = callIdOf(run, run.places.token(rootId)?.scope);
  run.trails.visit(rootId, { nodeId, taskId, account: isOfOne ? account : null, texts: texts ?? { nodeName }, callId });
}
