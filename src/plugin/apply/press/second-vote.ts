import { tokenOf, waitOf } from '../../state/execution-id.ts';
import type { InstanceRun } from '../../state/instance-run.ts';
import type { OpenTask } from '../../state/ledger.ts';
import { peopleAt } from '../../state/panel.ts';
import { emptyTally } from '../../tokens/multi-instance/multi-instance-tally.ts';
import { signerSource, signersOf } from '../../tokens/multi-instance/signers.ts';
import { scopeOfTask } from '../../variables/task-variables.ts';
import { refusedInStep } from './verdicts.ts';

/**
 * One person, one vote: refuses that an account signs these parts of a round if it has another task of the round, has
 * signed in it, or will still be asked. Tasks of groups and of several candidates are not counted.
 * @param parts executions that wait for the task
 * @throws {StepError} of {@link refusedInStep}
 */
export function refuseSecondVote(run: InstanceRun, parts: readonly string[], account: string): void {
  const open = run.openTasks.get(parts[0] ?? '');
  // A task that was sent back has an earlier node.
  const task = open && { ...open, nodeId: run.places.token(open.rootId)?.node ?? open.nodeId };
  if (!task || !countsPeople(run, task)) return;
  const others = [...run.openTasks].filter(([id, { rootId }]) => rootId === task.rootId && !parts.includes(id));
  const hasTask =
    others.some(([, { handlers }]) => isOnly(handlers, account)) || asksElsewhere(run, task, parts, account);
  const hasSigned = run.tallies[task.rootId]?.signers?.includes(account);
  const isLater = !hasTask && !hasSigned && isAskedLater(run, task, parts, account);
  const refusal = hasTask ? 'hasVote' : hasSigned ? 'hasVoted' : isLater ? 'votesLater' : undefined;
  if (refusal === undefined) return;
  throw refusedInStep(
    refusal,
    `The account has another vote in ${task.nodeId}, so it cannot get that of ${task.taskId}.`,
  );
}

/** Who asks others for a while, or is asked, has no open task but a vote, or a part in one. */
function asksElsewhere(
  run: InstanceRun,
  { rootId }: OpenTask,
  [part = '']: readonly string[],
  account: string,
): boolean {
  const waits = new Set(Object.keys(run.panels).map(waitOf));
  waits.delete(waitOf(part));
  return [...waits].some(
    (wait) => run.places.rootOf(tokenOf(wait)) === rootId && peopleAt(run.panels, wait).has(account),
  );
}

/** Notes who signed, for {@link refuseSecondVote}. */
export function noteVoter(run: InstanceRun, task: OpenTask, account: string): void {
  const size = run.sizes[task.rootId];
  if (!size || !countsPeople(run, task)) return;
  const tally = run.tallies[task.rootId] ?? emptyTally(size.instances);
  run.tallies[task.rootId] = { ...tally, signers: [...new Set([...(tally.signers ?? []), account])] };
}

/** Whether the people count and not only their signatures: they vote, or are named by the collection. */
function countsPeople(run: InstanceRun, { nodeId }: OpenTask): boolean {
  const multiInstance = run.multiInstanceOf(nodeId);
  return multiInstance?.votes !== undefined || signerSource(run.model, nodeId, multiInstance) !== undefined;
}

/** In sequence, the people of the elements after that of the open task; in parallel all have been asked. */
function isAskedLater(
  run: InstanceRun,
  { nodeId, taskId, rootId }: OpenTask,
  [part]: readonly string[],
  account: string,
) {
  const multiInstance = run.multiInstanceOf(nodeId);
  const source = signerSource(run.model, nodeId, multiInstance);
  if (!multiInstance?.sequential || !source) return false;
  const index = run.places.token(tokenOf(part ?? ''))?.iteration ?? 0;
  const asked = (run.sizes[rootId]?.elements ?? []).slice(index + 1);
  return signersOf(source, multiInstance, asked, scopeOfTask(run, taskId)).includes(account);
}

function isOnly(accounts: readonly string[], account: string): boolean {
  return accounts.length === 1 && accounts[0] === account;
}
