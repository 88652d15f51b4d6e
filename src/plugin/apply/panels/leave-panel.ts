import type { InstanceRun } from '../../state/instance-run.ts';
import type { OpenTask } from '../../state/ledger.ts';
import {
  isThrough,
  memberSeat,
  type Panel,
  type PanelMember,
  type PanelRule,
  placeIn,
  type SignedPress,
  taskPanelAt,
} from '../../state/panel.ts';

/** A panel whose members sign, and which nobody has to sign any more. */
export interface SignedPanel {
  readonly seat: string;
  readonly signed: SignedPress;
}

/**
 * A member is through, or is asked no more: the task comes back to who asked, or the next one is asked.
 * @param taskId the task with which the member left, which causes what follows
 * @param label what ends the tasks of the others, as a sentence names it
 * @returns what was signed, if the task does not come back but goes on with that
 */
export function leavePanel(
  run: InstanceRun,
  seat: string,
  state: 'answered' | 'removed',
  { taskId, label }: { readonly taskId: string; readonly label: string },
): SignedPanel | undefined {
  const place = placeIn(seat);
  const panel = place && run.panels[place.above];
  if (!place || !panel) throw new TypeError(`${seat} is not of a panel.`);
  const { above, index } = place;
  const left = withMember(panel, index, { state });
  dropPanels(run, seat);
  if (isThrough(left)) {
    dropPanels(run, above);
    if (panel.signed) return { seat: above, signed: panel.signed };
    run.notes.trace.cancellations.push({ label, scopeId: above, why: 'decided', origin: taskId });
    const { handlers, handlingGroups, dueAt } = panel;
    seatPeople(run, above, { origin: taskId, handlers, handlingGroups, dueAt, cameBack: panel });
    return undefined;
  }
  const next = left.members.findIndex((member) => member.state === 'later');
  const isAsked = left.members.some((member) => member.state === 'asked');
  if (next < 0 || isAsked) {
    run.panels[above] = left;
    return undefined;
  }
  run.panels[above] = withMember(left, next, { state: 'asked' });
  seatMember(run, above, next, taskId);
  return undefined;
}

/** Sets a panel, and gives a task to each of its members who is asked now. */
export function openPanel(run: InstanceRun, seat: string, panel: Panel): void {
  run.panels[seat] = panel;
  for (const [index, { state }] of panel.members.entries())
    if (state === 'asked') seatMember(run, seat, index, panel.taskId);
}

/** Those who are asked, by the rule: all at once, or in turn. */
export function membersOf(accounts: readonly string[], rule: PanelRule): readonly PanelMember[] {
  return accounts.map((account, index) => ({ account, state: rule === 'in-turn' && index > 0 ? 'later' : 'asked' }));
}

function seatMember(run: InstanceRun, above: string, index: number, origin: string): void {
  const { members = [], dueAt } = run.panels[above] ?? {};
  const { account = '' } = members[index] ?? {};
  seatPeople(run, memberSeat(above, index), { origin, handlers: [account], handlingGroups: [], dueAt });
}

interface Seated extends Pick<OpenTask, 'handlers' | 'handlingGroups' | 'dueAt'> {
  readonly origin: string;
  /** The panel from which it comes back to them. */
  readonly cameBack?: Panel;
}

/** Gives the task of a seat to people. */
function seatPeople(run: InstanceRun, seat: string, { cameBack, ...seated }: Seated): void {
  const panel = taskPanelAt(run.panels, seat, cameBack);
  run.notes.handedOver.set(seat, { ...seated, signedBy: [], panel });
}

export function withMember(panel: Panel, index: number, change: Partial<PanelMember>): Panel {
  return {
    ...panel,
    members: panel.members.map((member, at) => (at === index ? { ...member, ...change } : member)),
  };
}

/** Drops the panels at or below a seat; the tasks of their members are gone with the step. */
export function dropPanels({ panels }: InstanceRun, seat: string): void {
  for (const each of Object.keys(panels)) if (each === seat || each.startsWith(`${seat}#`)) delete panels[each];
}
