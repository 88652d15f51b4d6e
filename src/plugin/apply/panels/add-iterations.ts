import { DEFAULT_LIMITS } from '../../../config/limits.ts';
import { contextOf } from '../../../model/expressions/evaluation-context.ts';
import type { Id } from '../../../net/state.ts';
import { executionIdOf, tokenOf, waitOf } from '../../state/execution-id.ts';
import { requireStandIn } from '../../state/handled-task.ts';
import type { InstanceRun } from '../../state/instance-run.ts';
import type { OpenTask } from '../../state/ledger.ts';
import { MAX_MEMBERS, seatsWithTasks } from '../../state/panel.ts';
import type { RunSettings } from '../../state/run-settings.ts';
import { tallyOf } from '../../tokens/multi-instance/iterations.ts';
import type { AddedIteration } from '../../tokens/multi-instance/multi-instance-size.ts';
import { resize, setOutputs } from '../../tokens/multi-instance/multi-instances.ts';
import { signerSource, signersOf } from '../../tokens/multi-instance/signers.ts';
import { scopeAt } from '../../variables/called-variables.ts';
import { refusedInStep } from '../press/verdicts.ts';
import { type Acting, type Ask, closeFor, closeRecalled, findSeat, requireAllowed, requireOutside } from './ask.ts';
import { dropPanels } from './leave-panel.ts';

/** More signers of a countersign. */
export type AddedSigners = Pick<Ask, 'to'> & Acting;

/**
 * A countersign gets one more signer for each of these people: an iteration of its own. The rule is that of the new number, and
 * those who have signed keep their votes.
 * @throws {StepError} with a refusal: the people of its list are not its signers, or one of these has a vote already
 */
export function addIterations(run: InstanceRun, ask: AddedSigners, settings: RunSettings): void {
  const { to, account, taskId } = ask;
  const [seat, task] = findSeat(run, taskId);
  requireAllowed(run, task, ask, 'addSigners');
  const { rootId, nodeId, handlers, handlingGroups, dueAt } = task;
  const before = run.sizes[rootId];
  if (!before?.elements || waitOf(seat) !== seat || !namesSigners(run, task, to))
    throw refusedInStep('noCountersign', `${nodeId} is no parallel countersign of the accounts of a list.`);
  const person =
    account === undefined ? requireStandIn(task, settings, 'is assigned to a group') : { handler: account };
  for (const each of to) requireOutside(run, [seat, task], person.handler, each);
  const { maxInstances = DEFAULT_LIMITS.multiInstance } = contextOf(run.scope) ?? {};
  if (to.length > MAX_MEMBERS || before.instances + to.length > maxInstances)
    throw refusedInStep(
      'askedTooMany',
      `At most ${MAX_MEMBERS} signers are added at once, up to limits.multiInstance.`,
    );
  const { begun = 0 } = run.net.marking.token(rootId).tally ?? {};
  const entries = to.map((_, at): [number, AddedIteration] => [begun + at, { taskId, by: account ?? null }]);
  const added = { ...before.added, ...Object.fromEntries(entries) };
  closeFor(run, seat, { ...ask, ...person, turnHandler: null, panel: 'shared' });
  resize(run, rootId, to.length, { elements: [...before.elements, ...to], added });
  const known = new Set(run.net.marking.iterationsOf(rootId));
  for (const _ of to) run.net.addIteration(rootId);
  const same = { origin: taskId, signedBy: [], dueAt };
  run.notes.handedOver.set(seat, { ...same, handlers, handlingGroups, panel: task.panel });
  const fresh = run.net.marking.iterationsOf(rootId).filter((token) => !known.has(token));
  const panel = { asked: { kind: 'countersign', taskId } } as const;
  for (const [index, token] of fresh.entries())
    run.notes.handedOver.set(executionIdOf(nodeId, token), {
      ...same,
      panel,
      handlers: to.slice(index, index + 1),
      handlingGroups: [],
    });
}

/** Whether an account as an element of the collection is the signer of its iteration. */
function namesSigners(run: InstanceRun, { nodeId, rootId }: OpenTask, accounts: readonly string[]): boolean {
  const multiInstance = run.multiInstanceOf(nodeId);
  const source = signerSource(run.model, nodeId, multiInstance);
  if (!multiInstance || multiInstance.sequential || multiInstance.cardinality || multiInstance.conditionScript)
    return false;
  const scope = scopeAt(run, run.places.token(rootId)?.scope ?? '', rootId);
  return source !== undefined && String(signersOf(source, multiInstance, accounts, scope)) === String(accounts);
}

/** What waits of the iterations that a task has added, or of the one whose task it is. */
export function findAdded({ openTasks, places, sizes }: InstanceRun, taskId: string): readonly string[] {
  const found = [...openTasks].filter(([seat, task]) => {
    const { of = '', iteration = -1 } = places.token(tokenOf(seat)) ?? {};
    const added = sizes[of]?.added?.[iteration];
    return added !== undefined && (task.taskId === taskId || added.taskId === taskId);
  });
  return [...new Set(found.map(([seat]) => waitOf(seat)))];
}

/**
 * An added signer has no vote any more; what the others have signed may be enough then.
 * @throws {StepError} with a refusal: somebody else added them; `ERR_NO_HANDLER`
 */
export function removeIteration(run: InstanceRun, wait: string, recall: Acting, settings: RunSettings): void {
  const { marking } = run.net;
  const token: Id = tokenOf(wait);
  const [seat] = seatsWithTasks(run.panels, wait).filter((each) => run.openTasks.has(each));
  // The one before may have decided it.
  if (seat === undefined || !marking.isAlive(token)) return;
  const { of: root = '', iteration = -1 } = marking.token(token);
  const { account } = recall;
  if (account !== undefined && account !== run.sizes[root]?.added?.[iteration]?.by)
    throw refusedInStep('onlyAsker', 'Not this account has added the signer.');
  const { taskId } = closeRecalled(run, seat, recall, settings);
  dropPanels(run, wait);
  resize(run, root, -1);
  const origin = run.origins.of(root);
  run.origins.note(root, taskId);
  run.notes.trace.moves.set(root, []);
  if (marking.iterationsOf(root).length === 1) setOutputs(run, root, tallyOf(run, root));
  run.net.removeIteration(token);
  if (marking.isAlive(root)) run.origins.note(root, origin);
}
