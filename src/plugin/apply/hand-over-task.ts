import { StepError } from '../../errors.ts';
import type { Button } from '../../model/nodes/button.ts';
import { namesOf } from '../outcome/resolve-assignment.ts';
import { handledTask, noteHandled, requireStandIn } from '../state/handled-task.ts';
import type { InstanceRun } from '../state/instance-run.ts';
import type { OpenTask } from '../state/ledger.ts';
import { type Panel, placeIn, taskPanelAt } from '../state/panel.ts';
import type { RunSettings } from '../state/run-settings.ts';
import { notWaiting } from '../step-error.ts';
import { scopeOfTask } from '../variables/task-variables.ts';
import { requireOutside } from './panels/ask.ts';
import { withMember } from './panels/leave-panel.ts';
import { findParts } from './press/press-task.ts';
import { refuseSecondVote } from './press/second-vote.ts';
import { refusedInStep } from './press/verdicts.ts';

/** A transfer of a task to somebody else; the process does not move. */
export interface Handover {
  readonly taskId: string;
  /** The handler who transfers the task; undefined: an operator does, and the report names the previous handler. */
  readonly account: string | undefined;
  /** Display name in the report if not the handler did it. */
  readonly handlerName: string | null;
  /** Display name of `account`. */
  readonly personName?: string | null | undefined;
  /** Whether `account` is not a handler itself but acts for one. */
  readonly actsForOthers?: boolean;
  /** Accounts of the next handlers; undefined: the account that the button's `to` names. */
  readonly to: readonly string[] | undefined;
  /** Groups that get the task instead of accounts. */
  readonly toGroups?: readonly string[];
  /** Whether the receiver may get a second vote in a countersign. */
  readonly force?: boolean;
  readonly button: Button | undefined;
  readonly handleStatus: string;
  readonly opinions: string | null;
  /** By the center's clock, epoch milliseconds. */
  readonly pressedAt: number;
  readonly now: number;
}

/**
 * Closes the task; a new task of the same node with other handlers replaces it. In a task that its signers share, only
 * the part of the one who transfers it gets a new handler; the other signers sign the new task.
 * @throws {StepError} `ERR_STEP_FAILED`: the button names nobody, several people, or the same person again; or it is not
 * known whose part of a shared task is transferred. `ERR_NO_HANDLER`: no account is known for the previous handler.
 * With a refusal: to the same person again, or to somebody who would vote twice
 */
export function handOverTask(run: InstanceRun, handover: Handover, settings: RunSettings): void {
  const { taskId, opinions } = handover;
  const parts = [...run.openTasks].filter(([, task]) => task.taskId === taskId);
  const [first] = parts;
  if (first === undefined) throw notWaiting('task', taskId);
  const { account: giver } = handover;
  const person = giver === undefined ? standInFor(run, first[1], settings) : { handler: giver };
  const account = person.handler;
  const own = findParts(run, taskId, account, handover.actsForOthers);
  const given = new Set(own.map(({ executionId }) => executionId));
  if (given.size === 0) throw notWaiting('task', taskId);
  const { toGroups: handlingGroups = [] } = handover;
  const handlers = handover.to ?? (handlingGroups.length > 0 ? [] : [resolveTarget(run, handover, account)]);
  const [receiver, ...others] = handlers;
  const [held = ''] = given;
  const seat = leaveClaim(run.panels, held);
  const place = placeIn(seat);
  const panel = place && run.panels[place.above];
  if (place && panel) {
    for (const handler of handlers)
      if (!handover.force) requireOutside(run, [held, first[1]], panel.asker ?? '', handler);
    run.panels[place.above] = withMember(panel, place.index, { account: others.length > 0 ? '' : (receiver ?? '') });
  }
  const isOnlyOne = receiver !== undefined && others.length === 0 && String(own[0]?.task.handlers) !== receiver;
  if (isOnlyOne && !handover.force) refuseSecondVote(run, [...given], receiver);
  for (const [executionId, task] of parts) {
    run.openTasks.delete(executionId);
    run.notes.handedOver.set(executionId === held ? seat : executionId, {
      origin: taskId,
      handlers: given.has(executionId) ? handlers : task.handlers,
      handlingGroups: given.has(executionId) ? handlingGroups : task.handlingGroups,
      signedBy: task.signedBy,
      panel: executionId === held && held !== seat ? taskPanelAt(run.panels, seat) : task.panel,
      // A member has what is left of the time.
      ...(place && { dueAt: task.dueAt }),
    });
  }
  const { handlerName, personName, pressedAt: handledAt, now: appliedAt, handleStatus } = handover;
  const turnHandler = [...handlers, ...handlingGroups].join(',');
  const handling = { ...person, handlerName, personName, handledAt, appliedAt, opinions, handleStatus, turnHandler };
  noteHandled(run, handledTask(run.handled, first[1], handling));
}

/** Who gives away a task that they have claimed has it no more: as if it had been theirs alone. @returns the seat of the new one */
function leaveClaim(panels: Record<string, Panel>, seat: string): string {
  const place = placeIn(seat);
  if (!place || panels[place.above]?.kind !== 'claim') return seat;
  delete panels[place.above];
  return leaveClaim(panels, place.above);
}

/** Evaluates the fixed `to` of a button. */
function resolveTarget(run: InstanceRun, { button, taskId }: Handover, account: string): string {
  const names = [...new Set(namesOf(button?.to?.evaluate(scopeOfTask(run, taskId))))];
  const [target] = names;
  if (target !== undefined && names.length === 1 && target !== account) return target;
  const isSamePerson = names.length === 1 && target === account;
  const fault = isSamePerson ? 'the same person again' : target === undefined ? 'nobody' : 'several people';
  const message = `The button ${button?.label ?? ''} names ${fault} as the next handler. Set the variables its "to" reads, and press again.`;
  throw isSamePerson ? refusedInStep('samePerson', message) : new StepError('ERR_STEP_FAILED', message);
}

/** The account that the report names if an operator transferred the task. */
function standInFor(run: InstanceRun, task: OpenTask, settings: RunSettings) {
  if (run.multiInstanceOf(task.nodeId)?.shared) {
    throw new StepError(
      'ERR_STEP_FAILED',
      `Task ${task.taskId} is shared by its signers: transfer the part of one of them instead.`,
    );
  }
  return requireStandIn(task, settings, 'is assigned to a group');
}
