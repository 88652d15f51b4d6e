/** The items of `taskHandle` (spec, Resources and Endpoint 2), as the bridge sends them; schemas/task-handling.ts reads them. */
import type { Action, PreviousAction } from './action.ts';

/** A task to be created (spec, Next-task item). `transcationName` is spelled as in the interface. */
export interface NextTaskItem {
  /** Accounts, separated by commas; or handlingGroup instead. */
  handlers?: string | undefined;
  /** User groups, separated by commas. */
  handlingGroup?: string | undefined;
  /** The same for all tasks of a node. */
  nodeId: string;
  /** Display name of the node in the lists. */
  nodeName: string;
  /** Type of the transaction. */
  transTypeCode: string;
  /** Its buttons. */
  actions?: Action[] | undefined;
  /** Whether the center creates an unknown transaction type. Default: false. */
  autoCreateTransType?: boolean | undefined;
  /** 1: it can be delegated. Default: 0. */
  canDelegate?: 0 | 1 | undefined;
  /** Address at which it is handled on a PC. */
  handleUrl?: string | undefined;
  /** Address at which it is viewed on a PC. */
  viewUrl?: string | undefined;
  /** Address at which it is handled on a phone. */
  mHandleUrl?: string | undefined;
  /** Address at which it is viewed on a phone. */
  mViewUrl?: string | undefined;
  /** `mHandleUrl` in the other spelling of the spec. */
  mhandleUrl?: string | undefined;
  /** `mViewUrl` in the other spelling of the spec. */
  mviewUrl?: string | undefined;
  /** Account. Default: the name of the application. */
  initiator?: string | undefined;
  /** Default: the center looks it up. */
  initiatorName?: string | undefined;
  /** `title|content` each, at most five. Default: those of the transaction. */
  taskSummary?: string[] | undefined;
  /** `title|content` each, at most five. */
  transSummary?: string[] | undefined;
  /** Hours. Default: none. */
  timeOut?: number | undefined;
  /** Key of the transaction in the business system. */
  serialNumber?: string | undefined;
  /** Id of the task. Default: the center generates one. */
  taskId?: string | undefined;
  /** Custom name of the task. */
  taskName?: string | undefined;
  /** Name of the transaction type. */
  transTypeName?: string | undefined;
  /** Custom name of the transaction; spelled as in the interface. */
  transcationName?: string | undefined;
  /** In the request of the spec, but not described; the bridge never sends it. */
  status?: string | undefined;
}

export const HANDLING_STATUSES = ['next', 'none', 'end'] as const;
/** What a report says about the tasks after the handled one. */
export type HandlingStatus = (typeof HANDLING_STATUSES)[number];

/** One report: the handled task, and the tasks after it. `next` is read only if status is next. */
export interface TaskHandlingItem {
  /** Application id. */
  appId: string;
  /** Account of the person who handled it; must be a handler of the task. */
  handler: string;
  /** `next`: the tasks in `next` are created; `none`: no tasks now; `end`: the transaction is concluded. */
  status: HandlingStatus;
  /** The task that was just handled. */
  previousTaskId: string;
  /** Opinion of the handler. */
  handleOpinions?: string | undefined;
  /** Label of the button, or name of the event. */
  handleStatus?: string | undefined;
  /** Time when it was handled; for `end`, time when the transaction was concluded. */
  handleTime?: string | undefined;
  /** Display name instead of the name of the account. */
  handlerName?: string | undefined;
  /** The parallel tasks to create; required if the status is next. */
  next?: NextTaskItem[] | undefined;
  /** Buttons of the handled task from now on. */
  previousActions?: PreviousAction[] | undefined;
}

/** One failed item or one task that was not created (spec, errorIds entry). */
export interface TaskHandlingError {
  /** Why it failed (spec, Errors, Task handling). */
  code: number;
  /** The task that failed; empty if the center names none. */
  taskId: string;
  /** Text of the center, shortened. */
  message: string;
}
