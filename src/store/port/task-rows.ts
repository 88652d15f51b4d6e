import type { TaskState } from '../../protocol/constants.ts';
import type { TaskView } from '../../protocol/task-view.ts';

/** A task. Kept longer than its instance, because the center may ask for its state later. */
export interface TaskRow extends TaskView {
  /** The key that signed the addresses of its buttons. */
  readonly signingKeyId: string;
  /** Its own name in the center; null: the name of its node. */
  readonly title: string | null;
  /** Its summary in the center, `title|content` each; without one of its own, that of the transaction. */
  readonly summary: readonly string[];
}

/** Which tasks a list holds; default: all. */
export interface TaskFilter {
  /** The instance. */
  readonly instanceId?: string;
  /** The process. */
  readonly processId?: string;
  /** The node. */
  readonly nodeId?: string;
  /** The state. */
  readonly state?: TaskState;
  /** true: only tasks that are not closed; false: only closed ones. */
  readonly open?: boolean;
  /** Account of the person to whom the instance belongs. */
  readonly initiator?: string;
  /** An account that is named as handler. */
  readonly handler?: string;
  /** A group that handles the task. */
  readonly group?: string;
  /** Created at this time or later; epoch milliseconds. */
  readonly createdFrom?: number;
  /** Created before this time; epoch milliseconds. */
  readonly createdBefore?: number;
  /** A part of its title, the name of its node or its summary, in any case. Reads all rows that the other filters leave. */
  readonly text?: string;
}

/** Number of tasks of running or suspended instances whose buttons a key has signed. */
export interface SigningKeyCount {
  /** The `id` of `callback.signingKeys`. */
  readonly keyId: string;
  /** In progress or suspended. */
  readonly openTasks: number;
  /** Closed tasks, whose buttons for handled tasks still work. */
  readonly handledTasks: number;
}
