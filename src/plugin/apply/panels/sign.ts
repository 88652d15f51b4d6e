/** Others sign too, after who has handled a task or beside them: the process goes on once they have, with what was pressed last. */
import type { Button } from '../../../model/nodes/button.ts';
import type { InstanceRun } from '../../state/instance-run.ts';
import type { OpenTask } from '../../state/ledger.ts';
import {
  isThrough,
  type Panel,
  panelOf,
  placeIn,
  type SignedPress,
  type SignersAfter,
  seatsAround,
} from '../../state/panel.ts';
import { findWait } from '../../tokens/waits.ts';
import { setVariables, type Variables } from '../../variables/called-variables.ts';
import { renameResults } from '../../variables/task-variables.ts';
import { type AllowedPress, decideParts } from '../press/press-task.ts';
import { noteVoter, refuseSecondVote } from '../press/second-vote.ts';
import { closeFor, findSeat, requireAllowed, requireOutside, requireRoom } from './ask.ts';
import { leavePanel, membersOf, openPanel, type SignedPanel, withMember } from './leave-panel.ts';

/**
 * A press after which others sign, before the process goes on.
 * @throws {StepError} with a refusal: the node does not allow it, the press decides nothing, or as of those who are asked
 */
export function askSignersAfter(run: InstanceRun, press: AllowedPress, { to, rule }: SignersAfter, now: number): void {
  const { taskId, account } = press;
  const found = findSeat(run, taskId);
  const [seat, task] = found;
  requireAllowed(run, task, press, 'addSigners');
  requireRoom(run, seat, to);
  for (const each of to) requireOutside(run, found, account, each);
  const signed = signedBy(press, signedBefore(run, seat));
  sign(run, found, press, { now, panel: 'passedOn' });
  openPanel(run, seat, {
    ...{ kind: 'after', taskId, asker: account, rule, members: membersOf(to, rule), signed },
    ...{ handlers: [account], handlingGroups: [], dueAt: task.dueAt },
  });
}

/**
 * Whether others have yet to sign after this press: then it decides nothing, and the next one is asked.
 * @throws {StepError} with a refusal: the person acts for another one, and would vote twice
 */
export function signsWithOthers(run: InstanceRun, press: AllowedPress, now: number): boolean {
  const found = [...run.openTasks].find(([, { taskId }]) => taskId === press.taskId);
  const waiting = found && seatStillSigning(run, found[0], press.button);
  if (!found || waiting === undefined) return false;
  if (press.actsForOthers) refuseSecondVote(run, [found[0]], press.account);
  const signed = signedBy(press, signedBefore(run, found[0]));
  sign(run, found, press, { now, panel: 'signed' });
  signAt(run, waiting, signed, press.taskId);
  return true;
}

/** A press that decides, with what those have set who have signed before. */
export function withSigned(run: InstanceRun, press: AllowedPress): AllowedPress {
  const [seat = ''] = [...run.openTasks].find(([, { taskId }]) => taskId === press.taskId) ?? [];
  return { ...press, variables: { ...signedBefore(run, seat), ...press.variables } };
}

function signedBefore({ panels }: Pick<InstanceRun, 'panels'>, seat: string): Variables {
  return Object.assign({}, ...seatsAround(seat).map((each) => panelOf(panels, each)?.signed?.variables));
}

/**
 * Goes on with what was pressed, since nobody has to sign any more.
 * @param task the closed task that leads on
 */
export function goOn(run: InstanceRun, { seat, signed }: SignedPanel, task: OpenTask): void {
  const { buttonKey, ...press } = signed;
  const button = run.model.userTasks.get(task.nodeId)?.buttons.find(({ key }) => key === buttonKey);
  // A version with other buttons has begun the task anew.
  if (!button) throw new TypeError(`${task.nodeId} has no button ${buttonKey}.`);
  const waiting = seatStillSigning(run, seat, button);
  if (waiting !== undefined) signAt(run, waiting, signed, task.taskId);
  else decideParts(run, [{ executionId: seat, task }], { ...press, taskId: task.taskId, button });
}

/**
 * The seat whose panel waits for more signatures after a press; undefined: the press decides.
 * @param seat where the button is pressed, or what it stands for is through
 */
function seatStillSigning(run: InstanceRun, seat: string, button: Button): string | undefined {
  const place = placeIn(seat);
  const panel = place && run.panels[place.above];
  if (!place || !panel) return undefined;
  const isOneMore = isAgreed(panel, button) && !isThrough(withMember(panel, place.index, { state: 'answered' }));
  return isOneMore ? seat : seatStillSigning(run, place.above, button);
}

/** Whether a press leaves the decision to the others. */
function isAgreed({ kind, signed }: Panel, { key, vote }: Button): boolean {
  if (kind === 'after') return key === signed?.buttonKey;
  return kind === 'beside' && vote !== 'reject';
}

function signAt(run: InstanceRun, seat: string, signed: SignedPress, taskId: string): void {
  const above = placeIn(seat)?.above ?? '';
  const panel = run.panels[above];
  if (panel) run.panels[above] = { ...panel, signed };
  leavePanel(run, seat, 'answered', { taskId, label: 'the signature of another person' });
}

/** Closes the task of one who signs, and sets the variables of the form. */
function sign(
  run: InstanceRun,
  [seat, task]: readonly [string, OpenTask],
  press: AllowedPress,
  { now, panel }: { readonly now: number; readonly panel: 'signed' | 'passedOn' },
): void {
  const { taskId, account, personName, opinions, pressedAt, button, variables } = press;
  const wait = findWait(run, seat);
  const node = run.model.userTasks.get(task.nodeId) ?? {};
  if (wait) setVariables(run, wait.scopeId, { ...variables, ...renameResults(node, variables) });
  run.handledBy = [...new Set([...run.handledBy, account])];
  noteVoter(run, task, account);
  const how = { taskId, handler: account, account, handlerName: null, personName, opinions, pressedAt, now };
  closeFor(run, seat, { ...how, handleStatus: button.label, turnHandler: null, panel });
}

function signedBy(
  { button, account, personName, opinions, pressedAt, variables: own }: AllowedPress,
  before: Variables,
): SignedPress {
  const person = { account, ...(personName != null && { personName }) };
  return { buttonKey: button.key, ...person, opinions, pressedAt, variables: { ...before, ...own } };
}
