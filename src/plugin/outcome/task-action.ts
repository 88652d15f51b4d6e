import type { ActionType, HttpMethod, TaskList } from '../../protocol/constants.ts';

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
