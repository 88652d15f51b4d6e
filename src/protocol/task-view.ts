import type { TaskState } from './constants.ts';
import type { HandlingStatus, NextTaskItem } from './task-handling.ts';

/** A task, as a bridge stores it and a plugin keeps it. */
export interface TaskView {
  /** Its id, here and in the center. */
  readonly taskId: string;
  /** The instance it belongs to. */
  readonly instanceId: string;
  /** Its node in the diagram. */
  readonly nodeId: string;
  /** Name of the node in the center. */
  readonly nodeName: string;
  /** Names what waits for it. */
  readonly executionId: string;
  /** State, as in the task-status callback. */
  readonly state: TaskState;
  /** Accounts; empty when a group handles it. */
  readonly handlers: readonly string[];
  /** Groups; empty when accounts handle it. */
  readonly handlingGroups: readonly string[];
  /** Epoch milliseconds, like all times of a task. */
  readonly createdAt: number;
  /** Time of the press, or else of the step that closed it; null while it is open. */
  readonly closedAt: number | null;
  /** Time of the step that closed it, by our own clock; null while it is open. */
  readonly appliedAt: number | null;
  /** Account that closed or suspended it; null while it is open, or if nobody did. */
  readonly handler: string | null;
  /** Opinion of this person. */
  readonly opinions: string | null;
  /** Label of the button, or name of the event. */
  readonly handleStatus: string | null;
  /** Display name if no person handled it; `handler` is then only named because the report needs an account. */
  readonly handlerName: string | null;
  /** The new handler; null unless the state is TURN. */
  readonly turnHandler: string | null;
  /** Null unless the state is SUSPENDED. */
  readonly suspendedAt: number | null;
  /** Whether nobody handles it: it says where the process is while no person has to act. */
  readonly isSystem: boolean;
  /** What it has to do with others who are asked for a while; null: nothing. */
  readonly panel: TaskPanel | null;
  /** Accounts that have signed a shared task. */
  readonly signedBy: readonly string[];
  /** The latest report about it; null: none yet. */
  readonly report: TaskReport | null;
  /** Of a handled task whose report is held back: what it waits for. null: nothing. */
  readonly reportWait: ReportWait | null;
  /** Number of uses of each limited button, by its key. */
  readonly actionUses: Readonly<Record<string, number>>;
}

/**
 * How others have a task for a while: one looks at it, several are asked before it is handled, sign after it was or beside
 * who has it, one has claimed it, or it was sent back to who handled an earlier one.
 */
export type AskKind = 'delegate' | 'before' | 'after' | 'beside' | 'countersign' | 'claim' | 'direct';

/** What a task has to do with people who are asked for a while: one of both, or each. */
export interface TaskPanel {
  /** Who has it was asked, or has claimed it, with this task, which was closed. */
  readonly asked?: { readonly kind: AskKind; readonly taskId: string } | undefined;
  /** It came back from those who were asked with this task, and are through. */
  readonly cameBack?: { readonly kind: AskKind; readonly taskId: string } | undefined;
}

/** A report that is held back, so that one report tells what follows too. */
export interface ReportWait {
  /** The node that holds the token meanwhile. */
  readonly nodeId: string;
  /** Its name. */
  readonly nodeName: string;
  /** When the report is sent at the latest, in epoch milliseconds. */
  readonly until: number;
}

/** The part of a report that the task-status callback repeats. */
export interface TaskReport {
  /** `next`, `none` or `end`. */
  readonly status: HandlingStatus;
  /** The tasks that it created. */
  readonly next: readonly NextTaskItem[];
}

/** Changes of a task that stays open. */
export interface TaskChange
  extends Partial<
    Pick<
      TaskView,
      | 'handlers'
      | 'handlingGroups'
      | 'signedBy'
      | 'suspendedAt'
      | 'handler'
      | 'opinions'
      | 'handleStatus'
      | 'actionUses'
      | 'reportWait'
    >
  > {
  readonly taskId: string;
  readonly state?: 'IN_PROGRESS' | 'SUSPENDED';
}

/** How a task was closed. */
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

/** The state of all open tasks after their instance was suspended or activated. */
export interface TaskSuspension extends Pick<TaskView, 'suspendedAt' | 'handler' | 'opinions'> {
  readonly state: 'IN_PROGRESS' | 'SUSPENDED';
}
