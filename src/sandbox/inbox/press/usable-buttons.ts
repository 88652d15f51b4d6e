import type { ActionType } from '../../../protocol/constants.ts';
import type { CenterTask, CenterTransaction } from '../../state/center-state.ts';
import type { TaskDiagram } from '../../tasks/ask-diagram.ts';
import type { CenterButton } from '../../tasks/center-button.ts';

const NEED_RUNNING: ReadonlySet<ActionType> = new Set(['BREAK_UP', 'REVOKE', 'PROMOTER']);
const WHILE_SUSPENDED: ReadonlySet<ActionType> = new Set(['ACTIVE', 'BREAK_UP', 'REVOKE']);

/** Whether a process is suspended: as the business system says with its diagram, else as the center knows of the task. */
export function isSuspended(task: Pick<CenterTask, 'state'>, diagram: TaskDiagram | undefined): boolean {
  return diagram === undefined ? task.state === 'suspended' : diagram.status === 'suspended';
}

/** The buttons that the state of the process allows. */
export function usableButtons(
  buttons: readonly CenterButton[],
  { conclusions, ended }: CenterTransaction,
  isResting: boolean,
): readonly CenterButton[] {
  const isOver = conclusions.length > 0 || ended !== undefined;
  return buttons.filter(({ type }) => {
    if (isOver && NEED_RUNNING.has(type)) return false;
    return isResting ? WHILE_SUSPENDED.has(type) : type !== 'ACTIVE';
  });
}
