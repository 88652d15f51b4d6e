import type { TaskState } from '../../protocol/constants.ts';
import type { HandlingStatus, NextTaskItem } from '../../protocol/task-handling.ts';

/** One pending item in the center. Outlives its instance, since the center may ask about it later. */
export interface TaskRow {
  /** Its id, here and in the center. */
  readonly taskId: string;
  /** The instance it belongs to. */
  readonly instanceId: string;
  /** Where it is drawn. */
  readonly nodeId: string;
  /** What the center shows of the node. */
  readonly nodeName: string;
  /** What in the engine waits for it. */
  readonly executionId: string;
  /** As the task-status callback calls it. */
  readonly state: TaskState;
  /** Accounts; empty when a group handles it. */
  readonly handlers: readonly string[];
  /** Groups; empty when accounts handle it. */
  readonly handlingGroups: readonly string[];
  /** Epoch milliseconds, as all times here. */
  readonly createdAt: number;
  /** When it was handled, as the press says it; else when the step was applied that closed it. Null while it is open. */
  readonly closedAt: number | null;
  /** When the step was applied that closed it, by the bridge's own clock; null while it is open. */
  readonly appliedAt: number | null;
  /** Who closed or suspended it, and how; null while it is open or when nobody did. */
  readonly handler: string | null;
  /** What they said about it. */
  readonly opinions: string | null;
  /** Label of the button, or name of the event. */
  readonly handleStatus: string | null;
  /** Set where nobody pressed: the name of what did it, in the place of `handler`, who only stands in the report. */
  readonly handlerName: string | null;
  /** Who has it now; null unless the state is TURN. */
  readonly turnHandler: string | null;
  /** Null unless the state is SUSPENDED. */
  readonly suspendedAt: number | null;
  /** Accounts that have done their part of a task that several share. */
  readonly signedBy: readonly string[];
  /** What the center was told last of its handling; null: nothing yet. */
  readonly report: TaskReport | null;
  /** The key that signed the addresses of its buttons. */
  readonly signingKeyId: string;
  /** How often each button was used whose uses are counted, by its key. */
  readonly actionUses: Readonly<Record<string, number>>;
}

/** The part of a report that the task-status callback repeats. */
export interface TaskReport {
  /** `next`, `none` or `end`. */
  readonly status: HandlingStatus;
  /** The tasks that it created. */
  readonly next: readonly NextTaskItem[];
}

/** What a step changes of a task without closing it. */
export interface TaskChange
  extends Partial<
    Pick<
      TaskRow,
      | 'handlers'
      | 'handlingGroups'
      | 'signedBy'
      | 'suspendedAt'
      | 'handler'
      | 'opinions'
      | 'handleStatus'
      | 'actionUses'
    >
  > {
  readonly taskId: string;
  readonly state?: 'IN_PROGRESS' | 'SUSPENDED';
}

export interface TaskClosing {
  readonly taskId: string;
  readonly state: Exclude<TaskState, 'IN_PROGRESS' | 'SUSPENDED'>;
  readonly closedAt: number;
  readonly handler: string | null;
  readonly opinions: string | null;
  readonly handleStatus: string | null;
  readonly handlerName: string | null;
  readonly turnHandler: string | null;
}

/** How many tasks of running or suspended instances have buttons whose addresses a key signed. */
export interface SigningKeyCount {
  /** The `id` of `callback.signingKeys`. */
  readonly keyId: string;
  /** In progress or suspended. */
  readonly openTasks: number;
  /** Closed; their buttons withdraw or urge. */
  readonly handledTasks: number;
}
