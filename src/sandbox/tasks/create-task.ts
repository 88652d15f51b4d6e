import { TASK_HANDLING_CODES } from '../../protocol/error-codes.ts';
import type { NextTaskItem, TaskHandlingError, TaskHandlingItem } from '../../protocol/task-handling.ts';
import { nameOf, namesIn } from '../setup/directory.ts';
import type { CenterState, CenterTask, CenterTransaction } from '../state/center-state.ts';
import { readButton } from './center-button.ts';
import { nextCopyId } from './task-copies.ts';
import { findUnknownPerson } from './unknown-people.ts';

/** Finds the transaction of the next tasks of one report, or creates it when `create` is called. */
export interface TransactionOfReport {
  find(): CenterTransaction | undefined;
  open(first: NextTaskItem): CenterTransaction;
}

/**
 * The transaction of the previous task; when that is unknown, the one that the switch selects. It is created with the
 * first task that is created, so that a report that creates no task creates no transaction either.
 */
export function transactionOfReport(
  center: CenterState,
  item: TaskHandlingItem,
  previous: CenterTask | undefined,
): TransactionOfReport {
  const perId = center.switches.unknownPreviousTask === 'transaction-per-id';
  let id = previous?.transactionId ?? (perId ? center.transactionOfUnknown.get(item.previousTaskId) : undefined);
  const find = () => (id === undefined ? undefined : center.transactions.get(id));
  return {
    find,
    open(first) {
      const existing = find();
      if (existing !== undefined) return existing;
      const transaction = startTransaction(center, item, first);
      id = transaction.transactionId;
      if (perId) center.write.placeUnknown(item.previousTaskId, id);
      return transaction;
    },
  };
}

function startTransaction(center: CenterState, item: TaskHandlingItem, first: NextTaskItem): CenterTransaction {
  const app = center.apps.find((candidate) => candidate.appId === item.appId);
  const initiator = filled(first.initiator) ?? app?.name ?? item.appId;
  const transaction: CenterTransaction = {
    transactionId: center.newId(),
    appId: item.appId,
    transTypeCode: first.transTypeCode,
    ...(first.serialNumber === undefined ? {} : { serialNumber: first.serialNumber }),
    initiator,
    initiatorName: filled(first.initiatorName) ?? nameOf(center.directory, initiator),
    startedAt: center.now(),
    transSummary: [],
    taskIds: [],
    conclusions: [],
  };
  center.write.addTransaction(transaction);
  return transaction;
}

/** Handles one next task of a report (spec, Endpoint 2, rule 3). Undefined when it was created. */
export function createNextTask(
  center: CenterState,
  item: TaskHandlingItem,
  next: NextTaskItem,
  transactionOf: TransactionOfReport,
): TaskHandlingError | undefined {
  const taskId = filled(next.taskId) ?? center.newId();
  const isThere = center.tasks.has(taskId);
  if (isThere && center.switches.duplicateTaskId === 'ignore') return undefined;
  const reason = reasonAgainst(center, next, taskId, transactionOf.find());
  if (reason !== undefined) return { code: TASK_HANDLING_CODES.businessError, taskId, message: reason };
  center.write.addTransType(next.transTypeCode);
  const transaction = transactionOf.open(next);
  const transactionName = filled(next.transcationName);
  center.write.describeTransaction(transaction, {
    transTypeName: filled(next.transTypeName) ?? transaction.transTypeName ?? next.transTypeCode,
    ...(transactionName === undefined ? {} : { transactionName }),
    ...(next.transSummary === undefined ? {} : { transSummary: next.transSummary }),
  });
  const task = readTask({ item, next, taskId, transaction, createdAt: center.now() });
  const repetition = countSame(center, transaction, task) + 1;
  center.write.addTask({
    ...task,
    ...(repetition === 1 ? {} : { repetition }),
    ...(isThere ? { taskId: nextCopyId(center, taskId), copyOf: taskId } : {}),
  });
  return undefined;
}

function reasonAgainst(
  center: CenterState,
  next: NextTaskItem,
  taskId: string,
  transaction: CenterTransaction | undefined,
): string | undefined {
  const { duplicateTaskId, unknownHandlers } = center.switches;
  if (center.tasks.has(taskId) && duplicateTaskId === 'refuse') return 'a task of this id exists already';
  const unknown = unknownHandlers === 'refuse' ? findUnknownPerson(center.directory, peopleOf(next)) : undefined;
  if (unknown !== undefined) return unknown;
  if (transaction !== undefined && transaction.conclusions.length > 0) return 'the transaction has been concluded';
  if (transaction?.ended !== undefined) return `the transaction has been ended by ${transaction.ended.by}`;
  if (center.transTypeCodes?.has(next.transTypeCode) === false && next.autoCreateTransType !== true) {
    return `the transaction type ${next.transTypeCode} does not exist, and autoCreateTransType is not true`;
  }
  const sameNode = transaction?.taskIds
    .map((id) => center.tasks.get(id))
    .find((task) => task?.nodeId === next.nodeId && task.nodeName !== next.nodeName);
  if (sameNode !== undefined) return `node ${next.nodeId} is named ${sameNode.nodeName}, not ${next.nodeName}`;
  return undefined;
}

/** The tasks of the node in a transaction that were created for the same people. */
function countSame({ tasks }: CenterState, { taskIds }: CenterTransaction, { nodeId, given }: CenterTask): number {
  const isSame = (other: CenterTask) =>
    other.nodeId === nodeId &&
    other.given.handlers === given.handlers &&
    other.given.handlingGroup === given.handlingGroup;
  return taskIds.flatMap((id) => tasks.get(id) ?? []).filter(isSame).length;
}

interface ReportedTask {
  readonly item: TaskHandlingItem;
  readonly next: NextTaskItem;
  readonly taskId: string;
  readonly transaction: CenterTransaction;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

function readTask({ item, next, taskId, transaction, createdAt }: ReportedTask): CenterTask {
  const { actions, ...given } = next;
  return {
    taskId,
    transactionId: transaction.transactionId,
    previousTaskId: item.previousTaskId,
    appId: item.appId,
    nodeId: next.nodeId,
    nodeName: next.nodeName,
    ...peopleOf(next),
    given,
    createdAt,
    state: 'pending',
    buttons: (actions ?? []).map((action) => readButton(action, false)),
    records: [],
    changes: [],
  };
}

function peopleOf({ handlers, handlingGroup }: NextTaskItem) {
  return { handlers: namesIn(handlers), groups: namesIn(handlingGroup) };
}

/** Undefined when a text is absent or empty. */
function filled(field: string | undefined): string | undefined {
  return field === '' ? undefined : field;
}
