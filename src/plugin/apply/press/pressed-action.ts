import type { ActionType } from '../../../protocol/constants.ts';

/** What a person did that completed no task: pressed a button of another type than HANDLE, or called an operation. */
export interface PressedAction {
  /** Null for what was done to the instance as a whole. */
  readonly taskId: string | null;
  /** The node of the task in the diagram; null without a task. */
  readonly nodeId: string | null;
  /** Key of the button; null if it was done from code. */
  readonly key: string | null;
  /** One of the eleven action types of the spec. */
  readonly type: ActionType;
  /** Account of the person; if the host acted, `defaults.systemHandler`, or null without one. */
  readonly account: string | null;
  /** What the person wrote with the press; null: nothing. */
  readonly opinions: string | null;
  /** The reason of an operation on the instance, or of reassigning a task; absent: none was given. */
  readonly reason?: string;
  /** The operator who did it; absent: nobody was named. */
  readonly by?: string;
  /** A reassigning that was asked for by force: the new handler may have another vote in the countersign. Absent: it was not. */
  readonly force?: true;
}

/** A button that only informs the process was pressed. */
export interface ActionEvent extends PressedAction {
  /** The instance that it belongs to. */
  readonly instanceId: string;
  /** Whether an event of the process was waiting for it. */
  readonly matched: boolean;
}
