import type { InstanceRun } from '../../state/instance-run.ts';
import { onlyAnswers } from '../../state/panel.ts';
import { notWaiting } from '../../step-error.ts';
import { findWait } from '../../tokens/waits.ts';
import { setVariablesOf } from '../../variables/called-variables.ts';
import { renameResults } from '../../variables/task-variables.ts';
import type { AllowedPress } from '../press/press-task.ts';
import { refusedInStep } from '../press/verdicts.ts';
import { closeFor, findSeat } from './ask.ts';
import { leavePanel } from './leave-panel.ts';

/** Whether it is the task of one who was asked, or to whom it was sent back, and does not decide. */
export function advises({ openTasks }: InstanceRun, taskId: string): boolean {
  return [...openTasks.values()].some((task) => task.taskId === taskId && onlyAnswers(task.panel));
}

/**
 * A member gives an opinion, or resubmits: no token moves. Only who resubmits sets variables: those of the form.
 * @throws {StepError} the task is not open
 */
export function answerPanel(run: InstanceRun, press: AllowedPress, now: number): void {
  const { taskId, account, personName, opinions, pressedAt, button } = press;
  if (press.signersAfter) throw refusedInStep('decidesNothing', `A press on ${taskId} decides nothing.`);
  const [seat, task] = findSeat(run, taskId);
  const isResubmitted = task.panel?.asked?.kind === 'direct';
  const wait = findWait(run, seat);
  if (!wait) throw notWaiting('wait', taskId);
  run.notes.pressedIn.set(taskId, wait.scopeId);
  if (isResubmitted) {
    const node = run.model.userTasks.get(task.nodeId) ?? {};
    const { callId } = run.trails.of(task.rootId).find(({ nodeId }) => nodeId === task.nodeId) ?? {};
    // The variables of a called process that is over are gone.
    if (callId === undefined || Object.hasOwn(run.called, callId))
      setVariablesOf(run, callId, { ...press.variables, ...renameResults(node, press.variables) });
  }
  const how = { taskId, handler: account, account, handlerName: null, personName, opinions, pressedAt, now };
  closeFor(run, seat, {
    ...how,
    handleStatus: button.label,
    turnHandler: null,
    panel: isResubmitted ? 'resubmitted' : 'answered',
  });
  leavePanel(run, seat, 'answered', { taskId, label: 'the opinion of another person' });
}
