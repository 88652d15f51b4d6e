import { buttonsNamed, findNamedButton } from '../../../find-named-button.ts';
import type { CountedButton } from '../../../model/nodes/button.ts';
import type { UserTaskNode } from '../../../model/nodes/task-node.ts';
import type { TaskView } from '../../../protocol/task-view.ts';
import type { PressRefusal } from './verdicts.ts';

/** How a press names its button. */
export interface ButtonName {
  /** Key of the button, from the address of a callback. */
  readonly actionKey?: string | undefined;
  /** Key or label of the button, from code. */
  readonly action?: string | undefined;
  readonly nextNodeKey?: string | null | undefined;
}

type Buttons = Pick<UserTaskNode, 'buttons' | 'handledButtons'>;

/** The keys by which a press can name a button. */
export function buttonKeys(node: Buttons | undefined): readonly string[] {
  return node ? [...node.buttons, ...node.handledButtons].map(({ key }) => key) : [];
}

/**
 * Finds the button of a press, or returns why there is none. `nextNodeKey` must not contradict a button that is named.
 * Without a name, only buttons of the type HANDLE are considered. A press of a closed task that means none of its buttons is
 * late: a migration may have replaced the task by one with other buttons.
 * @throws {InputError} `ERR_BUTTON_UNKNOWN`: code names no button, or several
 */
export function findButton(
  node: Buttons | undefined,
  { actionKey, action, nextNodeKey }: ButtonName,
  { taskId, closedAt }: Pick<TaskView, 'taskId' | 'closedAt'>,
): CountedButton | PressRefusal {
  const isClosed = closedAt !== null;
  if (!node) return isClosed ? 'taskFinished' : 'nodeUnknown';
  if (actionKey === undefined && action === undefined) {
    const handling = node.buttons.filter(({ type }) => type === 'HANDLE');
    const candidates = nextNodeKey ? handling.filter((button) => button.nextNodeKey === nextNodeKey) : handling;
    if (isClosed && candidates.length !== 1) return 'taskFinished';
    if (nextNodeKey && candidates.length === 0) return 'nextNodeUnknown';
    return findNamedButton(candidates.map(namedBy), undefined, { taskId }).button;
  }
  const all = [...node.buttons, ...node.handledButtons].map(namedBy);
  const named = actionKey === undefined ? buttonsNamed(all, action ?? '') : all.filter(({ key }) => key === actionKey);
  if (named.length === 0 && isClosed) return 'taskFinished';
  if (named.length === 0 && actionKey !== undefined) return 'buttonUnknown';
  const { button } = findNamedButton(all, actionKey ?? action, { taskId });
  return nextNodeKey && nextNodeKey !== button.nextNodeKey ? 'nextNodeContradicts' : button;
}

function namedBy(button: CountedButton) {
  return { key: button.key, name: button.label, button };
}
