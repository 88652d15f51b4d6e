import type { Catalogue } from '../../../texts/catalogue.ts';
import type { InstanceRun } from '../../state/instance-run.ts';
import type { Ledger, OpenTask, Visit } from '../../state/ledger.ts';
import type { Panels } from '../../state/panel.ts';
import { passedBefore } from '../../tokens/trails.ts';
import { type PressRefusal, refuse, refusedInStep } from '../press/verdicts.ts';
import { type Acting, closeFor, findSeat, hasPartAt, requireAllowed, requireRoom } from './ask.ts';
import { membersOf, openPanel } from './leave-panel.ts';

/** A task goes back to who handled an earlier one, and then directly to who sent it back. */
export interface SendBack extends Acting {
  readonly account: string;
  /** Node of the earlier task. */
  readonly to: string;
}

/** An earlier task that a task may be sent back to. */
export interface SendBackTarget {
  /** Its node, for `sendBack`. */
  readonly nodeId: string;
  /** The name of the node, as the center has it. */
  readonly nodeName: string;
  /** The task that was handled there. */
  readonly taskId: string;
  /** Who handled it; null: it was a countersign, or a task of several people. */
  readonly account: string | null;
  /** Why the task cannot go back there, in the language of `locale`; null: it can. */
  readonly reason: string | null;
}

/** The earlier tasks of an open task, oldest first; of another task none. */
export function listTargets(
  { openTasks, panels = {}, trails = {} }: Pick<Ledger, 'openTasks' | 'panels' | 'trails'>,
  taskId: string,
  texts: Catalogue,
): SendBackTarget[] {
  const open = Object.entries(openTasks);
  const found = open.find(([, task]) => task.taskId === taskId);
  if (!found) return [];
  const [seat, { nodeId: here, rootId, handlers }] = found;
  const account = handlers.length === 1 ? handlers[0] : undefined;
  return passedBefore(trails[rootId] ?? [], here).map((visit) => {
    const refusal = refuseTarget(visit, { panels, openTasks: open }, seat, account);
    const { nodeId, taskId: earlier, account: handler, texts: shown } = visit;
    const reason = refusal === undefined ? null : refuse(refusal, texts).message;
    return { nodeId, nodeName: shown.nodeName, taskId: earlier, account: handler, reason };
  });
}

/** @param account who sends it back; undefined: one of several */
function refuseTarget(
  visit: Visit,
  at: { readonly panels: Panels; readonly openTasks: Iterable<readonly [string, OpenTask]> },
  seat: string,
  account: string | undefined,
): PressRefusal | undefined {
  if (visit.account === null) return 'handledBySeveral';
  if (visit.account === account) return 'ownTask';
  return hasPartAt(at, seat, visit.account) ? 'alreadyAsked' : undefined;
}

/**
 * Closes the task; who handled the earlier one has a task of that node, with the button to resubmit it. The token stays.
 * Who resubmits does not vote, so it may be another signer.
 * @throws {StepError} with a refusal: the node does not allow it, the token has not passed the other one, or cannot go back to it
 */
export function sendBackTask(run: InstanceRun, sendBack: SendBack): void {
  const { account, taskId, to } = sendBack;
  const [seat, task] = findSeat(run, taskId);
  requireAllowed(run, task, sendBack, 'sendBackDirect');
  const target = passedBefore(run.trails.of(task.rootId), task.nodeId).find(({ nodeId }) => nodeId === to);
  const refusal = target ? refuseTarget(target, run, seat, account) : 'notPassed';
  if (refusal !== undefined || !target || target.account === null)
    throw refusedInStep(refusal ?? 'notPassed', `Task ${taskId} cannot go back to ${to}.`);
  const handlers = [target.account];
  requireRoom(run, seat, handlers);
  closeFor(run, seat, { ...sendBack, handler: account, turnHandler: null, panel: 'sentBack' });
  openPanel(run, seat, {
    ...{ kind: 'direct', taskId, asker: account, rule: 'all', target: to, members: membersOf(handlers, 'all') },
    ...{ handlers: [account], handlingGroups: [], dueAt: task.dueAt },
  });
}
