import type { ActionType } from '../../protocol/constants.ts';
import type { HandlingStatus, NextTaskItem } from '../../protocol/task-handling.ts';
import type { CenterMessage, Reading } from '../messages/center-message.ts';
import type { SandboxApp } from '../setup/apps.ts';
import { type Directory, isMemberOf } from '../setup/directory.ts';
import type { SandboxMessageTypes } from '../setup/message-types.ts';
import type { Switches } from '../setup/switches.ts';
import type { CenterButton } from '../tasks/center-button.ts';

/** A task in the center. */
export interface CenterTask {
  /** The id of the next-task item, or one that the center made. */
  readonly taskId: string;
  /** For a task whose id existed already: that id, which reports and status answers use for both. */
  readonly copyOf?: string;
  /** The transaction it belongs to. */
  readonly transactionId: string;
  /** The previousTaskId of the report that created it, whether the center knows that task or not. */
  readonly previousTaskId: string;
  /** The application that created it. */
  readonly appId: string;
  /** As in the next-task item. */
  readonly nodeId: string;
  /** As in the next-task item. */
  readonly nodeName: string;
  /** 2 or more: the number of this task among those of its node for the same people; absent for the first. */
  readonly repetition?: number;
  /** Accounts that may handle it; empty when groups may. */
  readonly handlers: readonly string[];
  /** Groups whose members may handle it; empty when accounts may. */
  readonly groups: readonly string[];
  /** Accounts to whom it was delegated, in addition to its handlers; absent when nobody delegated it. */
  readonly delegates?: readonly string[];
  /** The next-task item as received, without its actions. */
  readonly given: Omit<NextTaskItem, 'actions'>;
  /** Epoch milliseconds of the center's clock. */
  readonly createdAt: number;
  /** Decides in which of the lists it appears. */
  readonly state: CenterTaskState;
  /** Its actions and previous actions. */
  readonly buttons: readonly CenterButton[];
  /** Every report that handled it or added a record to it, in order; a status answer FINISH counts as a report. */
  readonly records: readonly HandlingRecord[];
  /** Every other change of its state, in order. */
  readonly changes: readonly StateChange[];
  /** Accepted presses that no report of this task and no change of its state tells, in order; absent without any. */
  readonly unreportedPresses?: readonly UnreportedPress[];
}

/** `handled`: by a report or by the answer FINISH; the last three correspond to TERMINATED, TURN and RECALL. */
export type CenterTaskState = 'pending' | 'suspended' | 'handled' | 'terminated' | 'turned' | 'recalled';

/** A change of a task's state, or of who may handle it, that was not made by a report. */
export interface StateChange {
  /** The state after the change. */
  readonly to: CenterTaskState;
  /** A status answer, a press that the center follows up by itself, or a delegation. */
  readonly cause: 'status' | 'press' | 'delegation';
  /** The account that the answer names, that pressed, or that delegated. */
  readonly handler: string;
  /** Their opinion, if there is one. */
  readonly handleOpinions?: string;
  /** The account to which it was transferred. */
  readonly turnHandler?: string;
  /** The account to which it was delegated. */
  readonly delegate?: string;
  /** `yyyy-MM-dd HH:mm:ss` */
  readonly time: string;
}

/** An accepted press of HANDLEDR or PROMOTER, or of HANG_UP or ACTIVE on a task in that state already. */
export interface UnreportedPress {
  /** The account that pressed. */
  readonly account: string;
  /** The label of the button. */
  readonly button: string;
  /** Its type. Absent in data of before: HANDLEDR or PROMOTER. */
  readonly type?: ActionType;
  /** Their opinion, if they gave one. */
  readonly opinions?: string;
  /** The message of the answer, if it has one: perhaps that the press had no effect. */
  readonly message?: string;
  /** `yyyy-MM-dd HH:mm:ss` of the center's clock when the call began. */
  readonly time: string;
}

/** One accepted report about a task. */
export interface HandlingRecord {
  /** The status in the report. */
  readonly status: HandlingStatus;
  /** The handler in the report. */
  readonly handler: string;
  /** The handlerName of the report, otherwise the name of the account. */
  readonly handlerName: string;
  /** As in the report. */
  readonly handleOpinions?: string;
  /** As in the report; of a status answer, which has none, the button whose accepted press was not reported. */
  readonly handleStatus?: string;
  /** `yyyy-MM-dd HH:mm:ss`: the handleTime of the report, otherwise the center's clock. */
  readonly time: string;
}

/** All tasks of one process instance, from the first to the conclusion. */
export interface CenterTransaction {
  /** Made by the center. */
  readonly transactionId: string;
  /** The application that created it. */
  readonly appId: string;
  /** As in its first task. */
  readonly transTypeCode: string;
  /** As in its first task. */
  readonly serialNumber?: string;
  /** An account, or the application's name when the first task names no initiator. */
  readonly initiator: string;
  /** As given, otherwise the name of the account. */
  readonly initiatorName: string;
  /** Epoch milliseconds of the center's clock. */
  readonly startedAt: number;
  /** From the latest task that gives them. */
  readonly transTypeName?: string;
  /** From the latest task that gives one. */
  readonly transactionName?: string;
  /** From the latest task that gives one; each entry has a title and a content. */
  readonly transSummary: readonly string[];
  /** In the order of creation. */
  readonly taskIds: readonly string[];
  /** One for every `end`; a correct business system sends exactly one. */
  readonly conclusions: readonly { readonly taskId: string; readonly time: string }[];
  /** Set when the center itself ended it, after a press of BREAK_UP or REVOKE. */
  readonly ended?: { readonly by: 'BREAK_UP' | 'REVOKE'; readonly account: string; readonly time: string };
}

/** The state of the center, for reading; only a `CenterStateWriter` changes it. */
export interface Memory {
  readonly tasks: ReadonlyMap<string, CenterTask>;
  readonly transactions: ReadonlyMap<string, CenterTransaction>;
  /** The transaction for each previousTaskId that the center does not know. */
  readonly transactionOfUnknown: ReadonlyMap<string, string>;
  /** In the order of acceptance. */
  readonly messages: readonly CenterMessage[];
  /** Known transaction type codes; undefined when every code is known. */
  readonly transTypeCodes: ReadonlySet<string> | undefined;
  /** Addresses for task-status requests, by application. */
  readonly statusUrls: ReadonlyMap<string, string>;
  /** Addresses for diagrams, by application. */
  readonly diagramUrls: ReadonlyMap<string, string>;
  /** How far the clock was set forward, in milliseconds. */
  readonly aheadMs: number;
}

/** The state and the setup of the center. */
export interface CenterState extends Memory {
  readonly messageTypes: SandboxMessageTypes;
  readonly directory: Required<Directory>;
  readonly apps: readonly SandboxApp[];
  readonly switches: Switches;
  readonly timeZone: string;
  readonly now: () => number;
  readonly newId: () => string;
  /** Makes all changes of the state. */
  readonly write: CenterStateWriter;
}

/** All changes of the state. */
export interface CenterStateWriter {
  /** Also adds it to its transaction. */
  addTask(task: CenterTask): void;
  setState(task: CenterTask, state: CenterTaskState): void;
  /** Sets the state that the change names, and stores the change. */
  changeState(task: CenterTask, change: StateChange): void;
  /** Makes one account its only handler, without delegates; stores the change as `changeState` does. */
  moveTask(task: CenterTask, account: string, change: StateChange): void;
  /** Stores the change as `changeState` does. */
  addDelegate(task: CenterTask, account: string, change: StateChange): void;
  addRecord(task: CenterTask, record: HandlingRecord, buttons: readonly CenterButton[]): void;
  countExecution(task: CenterTask, button: CenterButton): void;
  addUnreportedPress(task: CenterTask, press: UnreportedPress): void;
  addTransaction(transaction: CenterTransaction): void;
  describeTransaction(transaction: CenterTransaction, description: Description): void;
  addConclusion(transaction: CenterTransaction, conclusion: CenterTransaction['conclusions'][number]): void;
  endTransaction(transaction: CenterTransaction, ended: NonNullable<CenterTransaction['ended']>): void;
  placeUnknown(previousTaskId: string, transactionId: string): void;
  addTransType(code: string): void;
  addMessage(message: CenterMessage): void;
  addReading(message: CenterMessage, account: string, reading: Reading): void;
  /** Undefined: no more task-status requests. */
  setStatusUrl(appId: string, url: string | undefined): void;
  /** Undefined: no more requests for diagrams. */
  setDiagramUrl(appId: string, url: string | undefined): void;
  setAhead(ms: number): void;
  /**
   * Writes the state into the data file, if there is one and something has changed; to be called before a change is
   * answered. When it cannot be written, the process emits a warning, once until it succeeds, with the code
   * `SANDBOX_DATA_BEHIND`.
   */
  save(): void;
}

type Description = Partial<Pick<CenterTransaction, 'transTypeName' | 'transactionName' | 'transSummary'>>;

/** Whether a task is still to be handled, suspended or not. */
export function isOpen(task: CenterTask): boolean {
  return task.state === 'pending' || task.state === 'suspended';
}

/** Whether an account is a handler, a member of a group that may handle it, or somebody to whom it was delegated. */
export function isHandlerOf(center: CenterState, task: CenterTask, account: string): boolean {
  if (task.delegates?.includes(account)) return true;
  return task.handlers.length > 0
    ? task.handlers.includes(account)
    : isMemberOf(center.directory, account, task.groups);
}

/** Who delegated a task to an account; undefined when nobody did. */
export function delegatorOf({ delegates, changes }: CenterTask, account: string): string | undefined {
  if (delegates?.includes(account) !== true) return undefined;
  return changes.findLast(({ delegate }) => delegate === account)?.handler;
}

/** Whether somebody may still handle a task that others have handled with `none`. */
export function waitsForOthers(center: CenterState, task: CenterTask): boolean {
  const members = center.directory.groups
    .filter(({ id }) => task.groups.includes(id))
    .flatMap(({ members }) => members);
  const handlers = task.handlers.length > 0 ? task.handlers : members;
  return handlers.some((account) => !hasHandled(task, account));
}

export function hasHandled(task: CenterTask, account: string): boolean {
  return task.records.some((record) => record.handler === account);
}
