import type { Action, PreviousAction } from '../../protocol/action.ts';
import { type ActionType, type HttpMethod, LISTS_OF_ACTION, type TaskList } from '../../protocol/constants.ts';

/** A button of a task in the center. */
export interface CenterButton {
  /** The label of the button. */
  readonly name: string;
  /** One of the eleven action types of the spec; it decides in which lists the button is shown. */
  readonly type: ActionType;
  /** The url to call or to open. */
  readonly url: string;
  /** `page`: the url is opened for the person; `api`: the center calls it. */
  readonly opens: 'page' | 'api';
  /** Optional for pages. */
  readonly method?: HttpMethod;
  /** 1: the button may be pressed in a batch. */
  readonly allowMerge: 0 | 1;
  /** Sent with the press. */
  readonly nextNodeKey?: string;
  /** Added by the report that handled the task; not shown in the pending list. */
  readonly isPrevious: boolean;
  /** How often it may be pressed; absent: without limit. */
  readonly times?: number;
  /** How often the business system accepted a press of it. */
  readonly executions: number;
}

/** Reads a valid action or previous action, in which a field may be null as well as absent. */
export function readButton(action: Action | PreviousAction, isPrevious: boolean): CenterButton {
  const { name, type, url, optType, method, allowMerge, nextNodeKey } = action;
  const times = 'times' in action ? action.times : undefined;
  return {
    name,
    type,
    url,
    opens: Number(optType) === 1 ? 'page' : 'api',
    ...(typeof method === 'string' && { method }),
    allowMerge: allowMerge === 1 ? 1 : 0,
    ...(typeof nextNodeKey === 'string' && { nextNodeKey }),
    isPrevious,
    ...(typeof times === 'number' && { times }),
    executions: 0,
  };
}

/** Whether a list shows a button (spec, Button visibility by list); no list does when its `times` are used up. */
export function isShownIn(button: CenterButton, list: TaskList): boolean {
  if (button.times !== undefined && button.executions >= button.times) return false;
  if (button.isPrevious && list === 'pending') return false;
  return LISTS_OF_ACTION[button.type].includes(list);
}
