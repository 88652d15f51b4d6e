import type { CountedButton } from '../../model/nodes/button.ts';
import type { UserTaskNode } from '../../model/nodes/task-node.ts';
import { type ActionType, type HttpMethod, LISTS_OF_ACTION, type TaskList } from '../../protocol/constants.ts';

/** A button of a task. */
export interface TaskAction {
  /** Its key, for `press`. */
  readonly key: string;
  /** Its label in the center. */
  readonly name: string;
  /** One of the eleven action types of the spec. */
  readonly type: ActionType;
  /** The lists of people in which the center shows it. */
  readonly lists: readonly TaskList[];
  /** Id of what follows it; absent: only conditions decide. */
  readonly nextNodeKey?: string;
  /** The method with which the center calls it. */
  readonly method: HttpMethod;
  /** How often it may be pressed on the task; absent: without a limit. */
  readonly times?: number;
}

/**
 * The buttons of the tasks of a node, those of handled tasks last. Which of them may be pressed now, and by whom, only a
 * press tells.
 * @param node undefined: the diagram has no such node, and so no buttons
 */
export function taskActionsOf(node: UserTaskNode | undefined): readonly TaskAction[] {
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
