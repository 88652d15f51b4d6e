/** What an account sees in its three lists, and with which buttons (spec, Button visibility by list). */
import type { TaskList } from '../../protocol/constants.ts';
import {
  type CenterTask,
  type CenterTransaction,
  delegatorOf,
  hasHandled,
  isHandlerOf,
  type Ledger,
} from '../state/ledger.ts';
import { type CenterButton, isShownIn } from './center-button.ts';

/** A task as a list shows it. */
export interface ListedTask {
  /** What a press names it by. */
  readonly taskId: string;
  /** The transaction it belongs to. */
  readonly transactionId: string;
  /** The node of the process. */
  readonly nodeId: string;
  /** What the list shows of the node. */
  readonly nodeName: string;
  /** Custom name of the task, where it has one. */
  readonly taskName?: string;
  /** That of the transaction. */
  readonly transTypeCode: string;
  /** Custom name of the transaction, where it has one. */
  readonly transactionName?: string;
  /** That of the transaction, where it has one. */
  readonly serialNumber?: string;
  /** Account, or the name of the application where nobody was named. */
  readonly initiator: string;
  /** What the list shows of the initiator. */
  readonly initiatorName: string;
  /** The task's own summary, else the transaction's, else nothing (spec, taskSummary). */
  readonly summary: readonly string[];
  /** A suspended task stays in the pending list, marked, unless a switch says otherwise. */
  readonly state: CenterTask['state'];
  /** Epoch milliseconds, by the center's clock. */
  readonly createdAt: number;
  /** Account that delegated it to whose list this is; absent where nobody did, and of the initiated list. */
  readonly delegatedBy?: string;
  /** Those that this list shows (spec, Button visibility by list). */
  readonly buttons: readonly CenterButton[];
}

/** A transaction as the initiated list shows it. */
export interface ListedTransaction {
  /** The center's own id of it. */
  readonly transactionId: string;
  /** Its type. */
  readonly transTypeCode: string;
  /** Custom name, where it has one. */
  readonly transactionName?: string;
  /** The business system's own name of the matter, where it gave one. */
  readonly serialNumber?: string;
  /** The initiator always sees the transaction's summary (spec, Limits). */
  readonly summary: readonly string[];
  /** Epoch milliseconds, by the center's clock. */
  readonly startedAt: number;
  /** `yyyy-MM-dd HH:mm:ss`, when it is concluded. */
  readonly concludedAt?: string;
  /** When the center ended it by itself. */
  readonly ended?: NonNullable<CenterTransaction['ended']>;
  /** Every task of it, with the buttons that the initiated list shows. */
  readonly tasks: readonly ListedTask[];
}

export function listPending(ledger: Ledger, account: string): ListedTask[] {
  return listTasks(ledger, 'pending', account);
}

export function listHandled(ledger: Ledger, account: string): ListedTask[] {
  return listTasks(ledger, 'handled', account);
}

export function listInitiated(ledger: Ledger, account: string): ListedTransaction[] {
  const own = [...ledger.transactions.values()].filter((transaction) => transaction.initiator === account);
  return own.map((transaction) => {
    const { transactionId, transTypeCode, transactionName, serialNumber, startedAt, ended } = transaction;
    const concludedAt = transaction.conclusions[0]?.time;
    return structuredClone({
      transactionId,
      transTypeCode,
      ...(transactionName === undefined ? {} : { transactionName }),
      ...(serialNumber === undefined ? {} : { serialNumber }),
      summary: transaction.transSummary,
      startedAt,
      ...(concludedAt === undefined ? {} : { concludedAt }),
      ...(ended === undefined ? {} : { ended }),
      tasks: tasksOf(ledger, transaction).map((task) => listTask(task, transaction, 'initiated')),
    });
  });
}

/** How much an account has in each list. */
export interface ListCounts {
  readonly pending: number;
  readonly handled: number;
  /** Transactions. */
  readonly initiated: number;
}

export function countLists(ledger: Ledger, account: string): ListCounts {
  const tasks = [...ledger.tasks.values()];
  return {
    pending: tasks.filter((task) => isIn(ledger, 'pending', task, account)).length,
    handled: tasks.filter((task) => isIn(ledger, 'handled', task, account)).length,
    initiated: [...ledger.transactions.values()].filter(({ initiator }) => initiator === account).length,
  };
}

/** The lists in which an account finds a task, each with the buttons it has there. */
export function findButtons(
  ledger: Ledger,
  task: CenterTask,
  account: string,
): { readonly list: TaskList; readonly button: CenterButton }[] {
  const lists = (['pending', 'handled', 'initiated'] as const).filter((list) => isIn(ledger, list, task, account));
  return lists.flatMap((list) =>
    task.buttons.filter((button) => isShownIn(button, list)).map((button) => ({ list, button })),
  );
}

/** Whether an account finds a task in a list of theirs. */
export function isIn(ledger: Ledger, list: TaskList, task: CenterTask, account: string): boolean {
  const { noneKeepsPending, suspendedStaysListed } = ledger.switches;
  const isForOthers = noneKeepsPending === 'for-others' && hasHandled(task, account);
  switch (list) {
    case 'pending': {
      const isListed = task.state === 'pending' || (task.state === 'suspended' && suspendedStaysListed);
      return isListed && !isForOthers && isHandlerOf(ledger, task, account);
    }
    case 'handled':
      return (task.state === 'handled' || isForOthers) && hasHandled(task, account);
    case 'initiated':
      return ledger.transactions.get(task.transactionId)?.initiator === account;
  }
}

function listTasks(ledger: Ledger, list: 'pending' | 'handled', account: string): ListedTask[] {
  return [...ledger.transactions.values()].flatMap((transaction) =>
    tasksOf(ledger, transaction)
      .filter((task) => isIn(ledger, list, task, account))
      .map((task) => {
        const delegatedBy = delegatorOf(task, account);
        const listed = listTask(task, transaction, list);
        return structuredClone(delegatedBy === undefined ? listed : { ...listed, delegatedBy });
      }),
  );
}

function tasksOf(ledger: Ledger, transaction: CenterTransaction): CenterTask[] {
  return transaction.taskIds.flatMap((taskId) => ledger.tasks.get(taskId) ?? []);
}

function listTask(task: CenterTask, transaction: CenterTransaction, list: TaskList): ListedTask {
  const { transTypeCode, transactionName, serialNumber, initiator, initiatorName } = transaction;
  return {
    taskId: task.taskId,
    transactionId: task.transactionId,
    nodeId: task.nodeId,
    nodeName: task.nodeName,
    ...(task.given.taskName === undefined ? {} : { taskName: task.given.taskName }),
    transTypeCode,
    ...(transactionName === undefined ? {} : { transactionName }),
    ...(serialNumber === undefined ? {} : { serialNumber }),
    initiator,
    initiatorName,
    summary: task.given.taskSummary ?? transaction.transSummary,
    state: task.state,
    createdAt: task.createdAt,
    buttons: task.buttons.filter((button) => isShownIn(button, list)),
  };
}
