import { findNamedButton } from '../../../find-named-button.ts';
import type { CountedButton } from '../../../model/nodes/button.ts';
import type { UserTaskNode } from '../../../model/nodes/task-node.ts';
import type { PressRefusal } from './verdicts.ts';

/** How a press names its button. */
export interface ButtonName {
  readonly taskId: string;
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
 * Without a name, only buttons of the type HANDLE are considered.
 * @throws {InputError} `ERR_BUTTON_UNKNOWN`: code names no button, or several
 */
export function findButton(node: Buttons | undefined, press: ButtonName): CountedButton | PressRefusal {
  if (!node) return 'nodeUnknown';
  const { actionKey, action, nextNodeKey } = press;
  const all = [...node.buttons, ...node.handledButtons];
  if (actionKey === undefined && action === undefined) {
    const handling = node.buttons.filter(({ type }) => type === 'HANDLE');
    const candidates = nextNodeKey ? handling.filter((button) => button.nextNodeKey === nextNodeKey) : handling;
    return nextNodeKey && candidates.length === 0 ? 'nextNodeUnknown' : findNamed(candidates, undefined, press);
  }
  const button = actionKey === undefined ? findNamed(all, action, press) : all.find(({ key }) => key === actionKey);
  if (!button) return 'buttonUnknown';
  return nextNodeKey && nextNodeKey !== button.nextNodeKey ? 'nextNodeContradicts' : button;
}

function findNamed(
  buttons: readonly CountedButton[],
  action: string | undefined,
  { taskId }: ButtonName,
): CountedButton {
  const named = buttons.map((button) => ({ key: button.key, name: button.label, button }));
  return findNamedButton(named, action, { taskId }).button;
}
