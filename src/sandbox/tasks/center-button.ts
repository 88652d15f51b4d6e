import { type ActionType, type HttpMethod, LISTS_OF_ACTION, type TaskList } from '../../protocol/constants.ts';
import type { RawObject } from './check-fields.ts';

/** A button as it stands on a task of the center. */
export interface CenterButton {
  /** What stands on it. */
  readonly name: string;
  /** One of the eleven action types of the spec; says in which lists it is shown. */
  readonly type: ActionType;
  /** What it calls or opens. */
  readonly url: string;
  /** `page` opens the url for the person, `api` is called by the center. */
  readonly opens: 'page' | 'api';
  /** Pages may have none. */
  readonly method?: HttpMethod;
  /** 1: it may be pressed in a batch. */
  readonly allowMerge: 0 | 1;
  /** Sent with the press. */
  readonly nextNodeKey?: string;
  /** Added by the report that handled the task; shown in no pending list. */
  readonly isPrevious: boolean;
  /** How often it may be executed; absent, without limit. */
  readonly times?: number;
  /** How often the business system answered a press of it with success (HTTP 2xx). */
  readonly executions: number;
}

/** Reads an action or previous action that the checks have passed. */
export function readButton(raw: RawObject, isPrevious: boolean): CenterButton {
  return {
    name: String(raw.name),
    type: raw.type as ActionType,
    url: String(raw.url),
    opens: Number(raw.optType) === 1 ? 'page' : 'api',
    ...(typeof raw.method === 'string' ? { method: raw.method as HttpMethod } : {}),
    allowMerge: raw.allowMerge === 1 ? 1 : 0,
    ...(typeof raw.nextNodeKey === 'string' ? { nextNodeKey: raw.nextNodeKey } : {}),
    isPrevious,
    ...(typeof raw.times === 'number' ? { times: raw.times } : {}),
    executions: 0,
  };
}

/** Whether a button is shown in a list (spec, Button visibility by list); one that is used up is shown nowhere. */
export function isShownIn(button: CenterButton, list: TaskList): boolean {
  if (button.times !== undefined && button.executions >= button.times) return false;
  if (button.isPrevious && list === 'pending') return false;
  return LISTS_OF_ACTION[button.type].includes(list);
}
