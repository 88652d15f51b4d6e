import type { InstanceRun } from '../../state/instance-run.ts';
import type { OpenTask } from '../../state/ledger.ts';
import { isThrough, memberSeat, type Panel, type PanelMember, placeIn } from '../../state/panel.ts';

/** What goes on in a panel that a member has left. */
export type PanelLeft = 'comes-back' | 'goes-on';

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
): PanelLeft {
  const place = placeIn(seat);
  const panel = place && run.panels[place.above];
  if (!place || !panel) throw new TypeError(`${seat} is not of a panel.`);
  const { above, index } = place;
  const left = withMember(panel, index, { state });
  dropPanels(run, seat);
  if (isThrough(left)) {
    dropPanels(run, above);
    run.notes.trace.cancellations.push({ label, scopeId: above, why: 'decided', origin: taskId });
    seatAgain(run, above, panel, taskId);
    return 'comes-back';
  }
  const next = left.members.findIndex((member) => member.state === 'later');
  const isAsked = left.members.some((member) => member.state === 'asked');
  if (next < 0 || isAsked) {
    run.panels[above] = left;
    return 'goes-on';
  }
  run.panels[above] = withMember(left, next, { state: 'asked' });
  const { account = '' } = left.members[next] ?? {};
  run.notes.handedOver.set(memberSeat(above, next), assign(taskId, { handlers: [account], handlingGroups: [] }));
  return 'comes-back';
}

/** The task comes back to a seat. */
export function seatAgain(
  run: InstanceRun,
  seat: string,
  { kind, taskId, handlers, handlingGroups }: Panel,
  origin: string,
): void {
  run.notes.handedOver.set(seat, {
    ...assign(origin, { handlers, handlingGroups }),
    panel: { kind, taskId, role: 'asker' },
  });
}

function assign(origin: string, people: Pick<OpenTask, 'handlers' | 'handlingGroups'>) {
  return { origin, ...people, signedBy: [] };
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
