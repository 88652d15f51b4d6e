import type { InstanceRun } from '../../state/instance-run.ts';
import { isForOpinion } from '../../state/panel.ts';
import type { AllowedPress } from '../press/press-task.ts';
import { closeFor, findSeat } from './ask.ts';
import { leavePanel } from './leave-panel.ts';

/** Whether it is the task of one who was asked for an opinion, and does not decide. */
export function advises({ openTasks }: InstanceRun, taskId: string): boolean {
  return [...openTasks.values()].some((task) => task.taskId === taskId && isForOpinion(task.panel));
}

/** A member gives an opinion: no variable is set, and no token moves. @throws {StepError} the task is not open */
export function answerPanel(run: InstanceRun, press: AllowedPress, now: number): void {
  const { taskId, account, personName, opinions, pressedAt, button } = press;
  const [seat] = findSeat(run, taskId);
  const how = { taskId, handler: account, account, handlerName: null, personName, opinions, pressedAt, now };
  closeFor(run, seat, { ...how, handleStatus: button.label, turnHandler: null, panel: 'answered' });
  leavePanel(run, seat, 'answered', { taskId, label: 'the opinion of another person' });
}
