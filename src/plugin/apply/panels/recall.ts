import type { InstanceRun } from '../../state/instance-run.ts';
import { memberSeat, type Panels, panelOf, placeIn, seatsWithTasks } from '../../state/panel.ts';
import type { RunSettings } from '../../state/run-settings.ts';
import { refusedInStep } from '../press/verdicts.ts';
import { findAdded, removeIteration } from './add-iterations.ts';
import { type Acting, closeRecalled } from './ask.ts';
import { leavePanel } from './leave-panel.ts';
import { goOn } from './sign.ts';

/** Who was asked is asked no more: one member by their task, or all by the task that was closed for them. */
export type Recall = Acting;

/**
 * Takes the tasks of members from them; once nobody has to answer, the task comes back to who asked.
 * @throws {StepError} with a refusal: nobody is asked there, or somebody else asked
 */
export function recallAsked(run: InstanceRun, recall: Recall, settings: RunSettings): void {
  const { taskId, account } = recall;
  const seats = findAsked(run, taskId);
  const added = seats.length > 0 ? [] : findAdded(run, taskId);
  for (const wait of added) removeIteration(run, wait, recall, settings);
  if (added.length > 0) return;
  if (seats.length === 0) throw refusedInStep('notAsked', `With task ${taskId} nobody is asked.`);
  for (const seat of seats) {
    const panel = panelOf(run.panels, seat);
    // The one before may have ended it.
    if (!panel) continue;
    if (account !== undefined && account !== panel.asker)
      throw refusedInStep('onlyAsker', `Not this account has asked with ${panel.taskId}.`);
    removeMember(run, seat, recall, settings);
  }
}

/** The seats of the members that a task names. */
function findAsked({ panels, openTasks }: InstanceRun, taskId: string): readonly string[] {
  const asked = Object.entries(panels).find(([, { kind, taskId: closed }]) => closed === taskId && kind !== 'claim');
  if (asked) {
    const [seat, { members }] = asked;
    return members
      .flatMap(({ state }, index) => (state === 'asked' || state === 'later' ? memberSeat(seat, index) : []))
      .filter((each) => !isOwnPart(panels, each))
      .toReversed();
  }
  const [own] = [...openTasks].find(([, task]) => task.taskId === taskId) ?? [];
  const member = own === undefined ? undefined : askedSeat(panels, own);
  return member === undefined ? [] : [member];
}

/** The seat that somebody has asked: a claim is the person's own. */
function askedSeat(panels: Panels, seat: string): string | undefined {
  const place = placeIn(seat);
  if (place && panels[place.above]?.kind === 'claim') return askedSeat(panels, place.above);
  return place && !isOwnPart(panels, seat) ? seat : undefined;
}

/** Who signs beside others keeps their own part, which is the first. */
function isOwnPart(panels: Panels, seat: string): boolean {
  return panelOf(panels, seat)?.kind === 'beside' && placeIn(seat)?.index === 0;
}

/** The oldest task of the member, or of those whom the member has asked, leads on; the others are gone. */
function removeMember(run: InstanceRun, seat: string, recall: Recall, settings: RunSettings): void {
  const [first] = seatsWithTasks(run.panels, seat).filter((each) => run.openTasks.has(each));
  const task = first === undefined ? undefined : run.openTasks.get(first);
  if (first === undefined || !task) {
    leavePanel(run, seat, 'removed', { taskId: recall.taskId, label: 'the recall' });
    return;
  }
  closeRecalled(run, first, recall, settings);
  const signed = leavePanel(run, seat, 'removed', { taskId: task.taskId, label: 'the recall' });
  if (signed) goOn(run, signed, task);
}
