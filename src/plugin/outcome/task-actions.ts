import type { CountedButton } from '../../model/nodes/button.ts';
import type { UserTaskNode } from '../../model/nodes/task-node.ts';
import { LISTS_OF_ACTION, type TaskList } from '../../protocol/constants.ts';
import type { TaskAction } from './task-action.ts';

/**
 * The buttons of the tasks of a node, those of handled tasks last. Which of them may be pressed now, and by whom, only a
 * press tells.
 * @param node undefined: the diagram has no such node, and so no buttons
 */
export function taskActionsOf(
  node: Pick<UserTaskNode, 'buttons' | 'handledButtons'> | undefined,
): readonly TaskAction[] {
  const { buttons = [], handledButtons = [] } = node ?? {};
  const ofHandled = handledButtons.map((button) => describeButton(button, ['handled']));
  return [...buttons.map((button) => describeButton(button)), ...ofHandled];
}

function describeButton(
  { key, label, type, nextNodeKey, method, times }: CountedButton,
  lists: readonly TaskList[] = LISTS_OF_ACTION[type],
): TaskAction {
  return {
    ...{ key, name: label, type, lists, method },
    ...(nextNodeKey !== undefined && { nextNodeKey }),
    ...(times !== undefined && { times }),
  };
}
