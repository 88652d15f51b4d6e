/** The three lists of an account, with the buttons that each shows (spec, Button visibility by list). */
import type { TaskList } from '../../protocol/constants.ts';
import {
  type CenterState,
  type CenterTask,
  type CenterTransaction,
  delegatorOf,
  type HandlingRecord,
  hasHandled,
  isHandlerOf,
  type UnreportedPress,
} from '../state/center-state.ts';
import { type CenterButton, isShownIn } from './center-button.ts';
import { type TransactionState, transactionStateOf } from './transaction-state.ts';

/** A task as a list shows it. */
export interface ListedTask {
  /** Id of the task, which a press names. */
  readonly taskId: string;
  /** The transaction it belongs to. */
  readonly transactionId: string;
  /** Id of the node of the process. */
  readonly nodeId: string;
  /** Name of the node. */
  readonly nodeName: string;
  /** 2 or more: the number of this task among those of its node for the same people; absent for the first. */
  readonly repetition?: number;
  /** Custom name of the task, if it has one. */
  readonly taskName?: string;
  /** As in the transaction. */
  readonly transTypeCode: string;
  /** Custom name of the transaction, if it has one. */
  readonly transactionName?: string;
  /** As in the transaction, if it has one. */
  readonly serialNumber?: string;
  /** An account, or the name of the application when no initiator was named. */
  readonly initiator: string;
  /** Name of the initiator. */
  readonly initiatorName: string;
  /** The summary of the task, otherwise that of the transaction, otherwise empty (spec, taskSummary). */
  readonly summary: readonly string[];
  /** A suspended task is marked in the pending list, unless a switch removes it. */
  readonly state: CenterTask['state'];
  /** Epoch milliseconds of the center's clock. */
  readonly createdAt: number;
  /** The account that delegated it to the account of this list, if any; never set in the initiated list. */
  readonly delegatedBy?: string;
  /** How its whole transaction stands. */
  readonly transactionState: TransactionState;
  /** In the handled list: the latest record of the account of this list. */
  readonly handling?: HandlingRecord;
  /** In the handled list: the latest press after it by the account, of a button that no report of this task tells. */
  readonly laterPress?: UnreportedPress;
  /** The buttons that this list shows (spec, Button visibility by list). */
  readonly buttons: readonly CenterButton[];
}

/** A transaction as the initiated list shows it. */
export interface ListedTransaction {
  /** Id of the transaction, made by the center. */
  readonly transactionId: string;
  /** Type of the transaction. */
  readonly transTypeCode: string;
  /** Custom name, if it has one. */
  readonly transactionName?: string;
  /** Name of the transaction from the business system, if it has one. */
  readonly serialNumber?: string;
  /** The summary of the transaction, which the initiator always sees (spec, Limits). */
  readonly summary: readonly string[];
  /** Epoch milliseconds of the center's clock. */
  readonly startedAt: number;
  /** `yyyy-MM-dd HH:mm:ss`; set once it is concluded. */
  readonly concludedAt?: string;
  /** Set when the center itself ended it. */
  readonly ended?: NonNullable<CenterTransaction['ended']>;
  /** Its progress in one word. */
  readonly state: TransactionState;
  /** All its tasks, with the buttons that the initiated list shows. */
  readonly tasks: readonly ListedTask[];
}

export function listPending(center: CenterState, account: string): ListedTask[] {
  return listTasks(center, 'pending', account);
}

export function listHandled(center: CenterState, account: string): ListedTask[] {
  return listTasks(center, 'handled', account);
}

export function listInitiated(center: CenterState, account: string): ListedTransaction[] {
  const own = [...center.transactions.values()].filter((transaction) => transaction.initiator === account);
  return own.map((transaction) => {
    const { transactionId, transTypeCode, transactionName, serialNumber, startedAt, ended } = transaction;
    const concludedAt = transaction.conclusions[0]?.time;
    const state = transactionStateOf(center, transaction);
    return structuredClone({
      transactionId,
      transTypeCode,
      ...(transactionName === undefined ? {} : { transactionName }),
      ...(serialNumber === undefined ? {} : { serialNumber }),
      summary: transaction.transSummary,
      startedAt,
      ...(concludedAt === undefined ? {} : { concludedAt }),
      ...(ended === undefined ? {} : { ended }),
      state,
      tasks: tasksOf(center, transaction).map((task) => listTask(task, transaction, { list: 'initiated', state })),
    });
  });
}

/** The number of entries in each list of an account. */
export interface ListCounts {
  readonly pending: number;
  readonly handled: number;
  /** Number of transactions. */
  readonly initiated: number;
}

export function countLists(center: CenterState, account: string): ListCounts {
  const tasks = [...center.tasks.values()];
  return {
    pending: tasks.filter((task) => isIn(center, 'pending', task, account)).length,
    handled: tasks.filter((task) => isIn(center, 'handled', task, account)).length,
    initiated: [...center.transactions.values()].filter(({ initiator }) => initiator === account).length,
  };
}

/** The lists in which an account has a task, with the buttons that each shows. */
export function findButtons(
  center: CenterState,
  task: CenterTask,
  account: string,
): { readonly list: TaskList; readonly button: CenterButton }[] {
  const lists = (['pending', 'handled', 'initiated'] as const).filter((list) => isIn(center, list, task, account));
  return lists.flatMap((list) =>
    task.buttons.filter((button) => isShownIn(button, list)).map((button) => ({ list, button })),
  );
}

/** Whether a task is in a list of an account. */
export function isIn(center: CenterState, list: TaskList, task: CenterTask, account: string): boolean {
  const { noneKeepsPending, suspendedStaysListed } = center.switches;
  const isForOthers = noneKeepsPending === 'for-others' && hasHandled(task, account);
  switch (list) {
    case 'pending': {
      const isListed = task.state === 'pending' || (task.state === 'suspended' && suspendedStaysListed);
      return isListed && !isForOthers && isHandlerOf(center, task, account);
    }
    case 'handled':
      return (task.state === 'handled' || isForOthers) && hasHandled(task, account);
    case 'initiated':
      return center.transactions.get(task.transactionId)?.initiator === account;
  }
}

function listTasks(center: CenterState, list: 'pending' | 'handled', account: string): ListedTask[] {
  return [...center.transactions.values()].flatMap((transaction) =>
    tasksOf(center, transaction)
      .filter((task) => isIn(center, list, task, account))
      .map((task) => {
        const delegatedBy = delegatorOf(task, account);
        const handling = list === 'handled' ? task.records.findLast(({ handler }) => handler === account) : undefined;
        const laterPress = handling && findLaterPress(task, account, handling);
        return structuredClone({
          ...listTask(task, transaction, { list, state: transactionStateOf(center, transaction) }),
          ...(delegatedBy === undefined ? {} : { delegatedBy }),
          ...(handling === undefined ? {} : { handling }),
          ...(laterPress === undefined ? {} : { laterPress }),
        });
      }),
  );
}

function findLaterPress(task: CenterTask, account: string, handling: HandlingRecord): UnreportedPress | undefined {
  // Times of this format can be compared as texts.
  return task.unreportedPresses?.findLast((press) => press.account === account && press.time >= handling.time);
}

function tasksOf(center: CenterState, transaction: CenterTransaction): CenterTask[] {
  return transaction.taskIds.flatMap((taskId) => center.tasks.get(taskId) ?? []);
}

interface Listing {
  readonly list: TaskList;
  readonly state: TransactionState;
}

function listTask(task: CenterTask, transaction: CenterTransaction, { list, state }: Listing): ListedTask {
  const { transTypeCode, transactionName, serialNumber, initiator, initiatorName } = transaction;
  return {
    taskId: task.taskId,
    transactionId: task.transactionId,
    nodeId: task.nodeId,
    nodeName: task.nodeName,
    ...(task.repetition === undefined ? {} : { repetition: task.repetition }),
    ...(task.given.taskName === undefined ? {} : { taskName: task.given.taskName }),
    transTypeCode,
    ...(transactionName === undefined ? {} : { transactionName }),
    ...(serialNumber === undefined ? {} : { serialNumber }),
    initiator,
    initiatorName,
    summary: task.given.taskSummary ?? transaction.transSummary,
    state: task.state,
    createdAt: task.createdAt,
    transactionState: state,
    buttons: task.buttons.filter((button) => isShownIn(button, list)),
  };
}
