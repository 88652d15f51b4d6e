import type { HandlingStatus, NextTaskItem } from '../../protocol/task-handling.ts';
import type { CenterMessage, Reading } from '../messages/center-message.ts';
import type { SandboxApp } from '../setup/apps.ts';
import { type Directory, isMemberOf } from '../setup/directory.ts';
import type { SandboxMessageTypes } from '../setup/message-types.ts';
import type { Switches } from '../setup/switches.ts';
import type { CenterButton } from '../tasks/center-button.ts';

/** One pending or handled entry of the center. */
export interface CenterTask {
  /** That of the next-task item, or one of the center's own. */
  readonly taskId: string;
  /** Of a task whose id was there already: that id, by which reports and questions name both. */
  readonly copyOf?: string;
  /** The transaction it belongs to. */
  readonly transactionId: string;
  /** The previousTaskId of the report that created it, known to the center or not. */
  readonly previousTaskId: string;
  /** The application that created it. */
  readonly appId: string;
  /** That of the next-task item. */
  readonly nodeId: string;
  /** That of the next-task item. */
  readonly nodeName: string;
  /** Accounts that may handle it; empty where groups may. */
  readonly handlers: readonly string[];
  /** Groups whose members may handle it; empty where accounts may. */
  readonly groups: readonly string[];
  /** To whom handlers have delegated it, beside themselves; absent: to nobody. */
  readonly delegates?: readonly string[];
  /** The next-task item as it came, without its actions. */
  readonly given: Omit<NextTaskItem, 'actions'>;
  /** Epoch milliseconds, by the center's clock. */
  readonly createdAt: number;
  /** In which of the lists it is, if in any. */
  readonly state: CenterTaskState;
  /** Its actions and previous actions. */
  readonly buttons: readonly CenterButton[];
  /** Every report that handled it or added a record to it, in order; a status answer FINISH counts as one. */
  readonly records: readonly HandlingRecord[];
  /** Every other change of its state, in order. */
  readonly changes: readonly StateChange[];
}

/** `handled` by a report or by the answer FINISH; the last three stand for TERMINATED, TURN and RECALL. */
export type CenterTaskState = 'pending' | 'suspended' | 'handled' | 'terminated' | 'turned' | 'recalled';

/** A change of a task's state or of who may handle it that no report made. */
export interface StateChange {
  /** The state it has since. */
  readonly to: CenterTaskState;
  /** An answer to a status question, a button that the center follows up by itself, or a delegation. */
  readonly cause: 'status' | 'press' | 'delegation';
  /** Account that the answer names, that pressed, or that delegated. */
  readonly handler: string;
  /** Their opinion, where there is one. */
  readonly handleOpinions?: string;
  /** Whom it was transferred to. */
  readonly turnHandler?: string;
  /** Whom it was delegated to. */
  readonly delegate?: string;
  /** `yyyy-MM-dd HH:mm:ss` */
  readonly time: string;
}

/** One accepted report about a task. */
export interface HandlingRecord {
  /** The status of the report. */
  readonly status: HandlingStatus;
  /** Account that the report names. */
  readonly handler: string;
  /** The handlerName of the report, else the name of the account. */
  readonly handlerName: string;
  /** That of the report. */
  readonly handleOpinions?: string;
  /** That of the report. */
  readonly handleStatus?: string;
  /** `yyyy-MM-dd HH:mm:ss`: the handleTime of the report, else the center's clock. */
  readonly time: string;
}

/** A chain of tasks from the first to the conclusion. */
export interface CenterTransaction {
  /** Made by the center. */
  readonly transactionId: string;
  /** The application that created it. */
  readonly appId: string;
  /** That of its first task. */
  readonly transTypeCode: string;
  /** That of its first task. */
  readonly serialNumber?: string;
  /** An account, or the application's name where the first task named nobody. */
  readonly initiator: string;
  /** As given, else the name of the account. */
  readonly initiatorName: string;
  /** Epoch milliseconds, by the center's clock. */
  readonly startedAt: number;
  /** As the latest task that gives them says. */
  readonly transTypeName?: string;
  /** As the latest task that gives one says. */
  readonly transactionName?: string;
  /** As the latest task that gives one says; title and content each. */
  readonly transSummary: readonly string[];
  /** In the order in which they were created. */
  readonly taskIds: readonly string[];
  /** One for every `end`; a right business system sends one. */
  readonly conclusions: readonly { readonly taskId: string; readonly time: string }[];
  /** Set when the center ended it by itself, after a button BREAK_UP or REVOKE. */
  readonly ended?: { readonly by: 'BREAK_UP' | 'REVOKE'; readonly account: string; readonly time: string };
}

/** All that the center remembers, to be read; only a `LedgerWriter` changes it. */
export interface Memory {
  readonly tasks: ReadonlyMap<string, CenterTask>;
  readonly transactions: ReadonlyMap<string, CenterTransaction>;
  /** Transaction of each previous task that the center never saw. */
  readonly transactionOfUnknown: ReadonlyMap<string, string>;
  /** In the order in which they were accepted. */
  readonly messages: readonly CenterMessage[];
  /** Known transaction type codes; undefined where every code is known. */
  readonly transTypeCodes: ReadonlySet<string> | undefined;
  /** Where each application is asked for the state of its tasks. */
  readonly statusUrls: ReadonlyMap<string, string>;
  /** Where each application is asked for the diagrams of its tasks. */
  readonly diagramUrls: ReadonlyMap<string, string>;
}

/** All that the center remembers, and what it is set up with. */
export interface Ledger extends Memory {
  readonly messageTypes: SandboxMessageTypes;
  readonly directory: Required<Directory>;
  readonly apps: readonly SandboxApp[];
  readonly switches: Switches;
  readonly timeZone: string;
  readonly now: () => number;
  readonly newId: () => string;
  /** The one way to change what it remembers. */
  readonly write: LedgerWriter;
}

/**
 * Every way in which the memory changes. Each change is noted, so that saving costs as much as was changed, however
 * much there is.
 */
export interface LedgerWriter {
  /** Adds it to its transaction too. */
  addTask(task: CenterTask): void;
  setState(task: CenterTask, state: CenterTaskState): void;
  /** Sets the state that the change names, and keeps the change. */
  changeState(task: CenterTask, change: StateChange): void;
  /** Gives it to one account alone, whoever had it, delegates too; keeps the change as `changeState` does. */
  moveTask(task: CenterTask, account: string, change: StateChange): void;
  /** Keeps the change as `changeState` does. */
  addDelegate(task: CenterTask, account: string, change: StateChange): void;
  addRecord(task: CenterTask, record: HandlingRecord, buttons: readonly CenterButton[]): void;
  countExecution(task: CenterTask, button: CenterButton): void;
  addTransaction(transaction: CenterTransaction): void;
  describeTransaction(transaction: CenterTransaction, description: Description): void;
  addConclusion(transaction: CenterTransaction, conclusion: CenterTransaction['conclusions'][number]): void;
  endTransaction(transaction: CenterTransaction, ended: NonNullable<CenterTransaction['ended']>): void;
  placeUnknown(previousTaskId: string, transactionId: string): void;
  addTransType(code: string): void;
  addMessage(message: CenterMessage): void;
  addReading(message: CenterMessage, account: string, reading: Reading): void;
  /** Undefined: it is asked no more. */
  setStatusUrl(appId: string, url: string | undefined): void;
  /** Undefined: it gives none any more. */
  setDiagramUrl(appId: string, url: string | undefined): void;
  /**
   * Writes what was changed since the last time into the data file, if there is one, as a whole or not at all. On the
   * disk when it returns.
   * @throws {StoreError} `ERR_STORE_UNAVAILABLE`, `ERR_STORE_INVALID`: nothing was written; the next time it is tried
   * again with what comes then
   */
  save(): void;
}

type Description = Partial<Pick<CenterTransaction, 'transTypeName' | 'transactionName' | 'transSummary'>>;

/** Whether a task still waits for somebody, suspended or not. */
export function isOpen(task: CenterTask): boolean {
  return task.state === 'pending' || task.state === 'suspended';
}

/** One of the accounts named, a member of a group named where no account is, or somebody whom it was delegated to. */
export function isHandlerOf(ledger: Ledger, task: CenterTask, account: string): boolean {
  if (task.delegates?.includes(account)) return true;
  return task.handlers.length > 0
    ? task.handlers.includes(account)
    : isMemberOf(ledger.directory, account, task.groups);
}

/** Who delegated a task to an account; undefined where nobody did. */
export function delegatorOf({ delegates, changes }: CenterTask, account: string): string | undefined {
  if (delegates?.includes(account) !== true) return undefined;
  return changes.findLast(({ delegate }) => delegate === account)?.handler;
}

/** Whether somebody may still handle a task that others have handled with `none`. */
export function waitsForOthers(ledger: Ledger, task: CenterTask): boolean {
  const members = ledger.directory.groups
    .filter(({ id }) => task.groups.includes(id))
    .flatMap(({ members }) => members);
  const handlers = task.handlers.length > 0 ? task.handlers : members;
  return handlers.some((account) => !hasHandled(task, account));
}

export function hasHandled(task: CenterTask, account: string): boolean {
  return task.records.some((record) => record.handler === account);
}
