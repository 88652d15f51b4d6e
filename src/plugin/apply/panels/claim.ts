import type { InstanceRun } from '../../state/instance-run.ts';
import { panelOf } from '../../state/panel.ts';
import { refusedInStep } from '../press/verdicts.ts';
import { advises } from './answer.ts';
import { type Acting, closeFor, findSeat, requireAllowed } from './ask.ts';
import { leavePanel, membersOf, openPanel } from './leave-panel.ts';

/** Who claims a task of several people or a group has it alone, until they handle or release it. */
export interface Claim extends Acting {
  readonly account: string;
}

/** @throws {StepError} with a refusal: the node does not allow it, or there is nobody beside this person */
export function claimTask(run: InstanceRun, claim: Claim): void {
  const { account, taskId } = claim;
  const [seat, task] = findSeat(run, taskId);
  requireAllowed(run, task, claim, 'claim');
  // Who is asked does not decide, also not alone.
  if ((task.handlingGroups.length === 0 && task.handlers.length < 2) || advises(run, taskId))
    throw refusedInStep('nothingToClaim', `Task ${taskId} has one handler, or is that of somebody who is asked.`);
  closeFor(run, seat, { ...claim, handler: account, turnHandler: account, panel: 'claimed' });
  openPanel(run, seat, {
    ...{ kind: 'claim', taskId, asker: account, rule: 'all', members: membersOf([account], 'all') },
    ...{ handlers: task.handlers, handlingGroups: task.handlingGroups, dueAt: task.dueAt },
  });
}

/** All have the task again who had it before. @throws {StepError} with a refusal: it was not claimed, or by somebody else */
export function releaseTask(run: InstanceRun, release: Acting): void {
  const { account, taskId } = release;
  const [seat, task] = findSeat(run, taskId);
  const panel = panelOf(run.panels, seat);
  if (panel?.kind !== 'claim') throw refusedInStep('notClaimed', `Task ${taskId} was not claimed.`);
  if (account !== undefined && account !== panel.asker)
    throw refusedInStep('onlyClaimer', `Not this account has claimed ${taskId}.`);
  const handler = task.handlers[0] ?? panel.asker ?? '';
  const turnHandler = [...panel.handlers, ...panel.handlingGroups].join(',');
  closeFor(run, seat, { ...release, handler, turnHandler, panel: 'released' });
  leavePanel(run, seat, 'answered', { taskId, label: 'the release' });
}
