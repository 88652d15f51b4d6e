import type { CountedButton, UserTaskNode } from '../../model/process-model.ts';
import type { Refusal } from './verdicts.ts';

/** How a press says which button it was. */
export interface ButtonName {
  /** Key of the button, as in its address. */
  readonly action?: string | undefined;
  readonly nextNodeKey?: string | null | undefined;
}

/**
 * The button a press means, or why there is none. The action decides; a nextNodeKey may only agree. Without an action
 * it is one of those that handle the task.
 */
export function findButton(
  node: UserTaskNode | undefined,
  { action, nextNodeKey }: ButtonName,
): CountedButton | Refusal {
  if (!node) return 'nodeUnknown';
  if (action !== undefined) {
    const button = [...node.buttons, ...node.previousActions].find(({ key }) => key === action);
    if (!button) return 'actionUnknown';
    if (nextNodeKey && nextNodeKey !== button.nextNodeKey) return 'nextNodeContradicts';
    return button;
  }
  const handling = node.buttons.filter(({ type }) => type === 'HANDLE');
  const candidates = nextNodeKey ? handling.filter((button) => button.nextNodeKey === nextNodeKey) : handling;
  const [button, ...others] = candidates;
  if (button && others.length === 0) return button;
  return button ? 'actionMissing' : 'nextNodeUnknown';
}
