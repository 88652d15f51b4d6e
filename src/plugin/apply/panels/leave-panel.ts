import type { InstanceRun } from '../../state/instance-run.ts';
import type { OpenTask } from '../../state/ledger.ts';
import { isThrough, memberSeat, type Panel, type PanelMember, placeIn, taskPanelAt } from '../../state/panel.ts';

/**
 * A member is through, or is asked no more: the task comes back to who asked, or the next one is asked.
 * @param taskId the task with which the member left, which causes what follows
 * @param label what ends the tasks of the others, as a sentence names it
 */
export function leavePanel(
  run: InstanceRun,
  seat: string,
  state: 'answered' | 'removed',
  { taskId, label }: { readonly taskId: string; readonly label: string },
): void {
  const place = placeIn(seat);
  const panel = place && run.panels[place.above];
  if (!place || !panel) throw new TypeError(`${seat} is not of a panel.`);
  const { above, index } = place;
  const left = withMember(panel, index, { state });
  dropPanels(run, seat);
  if (isThrough(left)) {
    dropPanels(run, above);
    run.notes.trace.cancellations.push({ label, scopeId: above, why: 'decided', origin: taskId });
    seatPeople(run, above, taskId, panel, panel);
    return;
  }
  const next = left.members.findIndex((member) => member.state === 'later');
  const isAsked = left.members.some((member) => member.state === 'asked');
  if (next < 0 || isAsked) {
    run.panels[above] = left;
    return;
  }
  run.panels[above] = withMember(left, next, { state: 'asked' });
  const { account = '' } = left.members[next] ?? {};
  seatPeople(run, memberSeat(above, next), taskId, { handlers: [account], handlingGroups: [], dueAt: panel.dueAt });
}

/** Gives the task of a seat to people. @param cameBack the panel from which it comes back to them */
export function seatPeople(
  run: InstanceRun,
  seat: string,
  origin: string,
  { handlers, handlingGroups, dueAt }: Pick<OpenTask, 'handlers' | 'handlingGroups' | 'dueAt'>,
  cameBack?: Panel,
): void {
  const panel = taskPanelAt(run.panels, seat, cameBack);
  run.notes.handedOver.set(seat, { origin, handlers, handlingGroups, signedBy: [], panel, dueAt });
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
