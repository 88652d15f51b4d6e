import type { CountedButton } from '../../../model/nodes/button.ts';
import type { UserTaskNode } from '../../../model/nodes/task-node.ts';
import type { PressRefusal } from './verdicts.ts';

/** How a press names its button. */
export interface ButtonName {
  /** Key of the button, as in its address. */
  readonly actionKey?: string | undefined;
  readonly nextNodeKey?: string | null | undefined;
}

type Buttons = Pick<UserTaskNode, 'buttons' | 'handledButtons'>;

/** The keys by which a press can name a button. */
export function buttonKeys(node: Buttons | undefined): readonly string[] {
  return node ? [...node.buttons, ...node.handledButtons].map(({ key }) => key) : [];
}

/**
 * Finds the button of a press, or returns why there is none. `actionKey` identifies the button, and `nextNodeKey` must not
 * contradict it. Without `actionKey`, only buttons of the type HANDLE are considered.
 */
export function findButton(
  node: Buttons | undefined,
  { actionKey, nextNodeKey }: ButtonName,
): CountedButton | PressRefusal {
  if (!node) return 'nodeUnknown';
  if (actionKey !== undefined) {
    const button = [...node.buttons, ...node.handledButtons].find(({ key }) => key === actionKey);
    if (!button) return 'buttonUnknown';
    if (nextNodeKey && nextNodeKey !== button.nextNodeKey) return 'nextNodeContradicts';
    return button;
  }
  const handling = node.buttons.filter(({ type }) => type === 'HANDLE');
  const candidates = nextNodeKey ? handling.filter((button) => button.nextNodeKey === nextNodeKey) : handling;
  const [button, ...others] = candidates;
  if (button && others.length === 0) return button;
  return button ? 'buttonMissing' : 'nextNodeUnknown';
}
