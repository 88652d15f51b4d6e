import { TASK_HANDLING_CODES, TASK_HANDLING_MESSAGES } from '../../protocol/error-codes.ts';
import type { TaskHandlingError, TaskHandlingItem } from '../../protocol/task-handling.ts';
import { centerTime } from '../center-time.ts';
import { nameOf } from '../setup/directory.ts';
import {
  type CenterTask,
  type HandlingRecord,
  hasHandled,
  isHandlerOf,
  isOpen,
  type Ledger,
  waitsForOthers,
} from '../state/ledger.ts';
import { readButton } from './center-button.ts';

/** Handles the previous task of a report (spec, States and transitions). Undefined when it succeeded. */
export function handlePreviousTask(
  ledger: Ledger,
  item: TaskHandlingItem,
  task: CenterTask | undefined,
): TaskHandlingError | undefined {
  const taskId = item.previousTaskId;
  if (task === undefined) {
    return { code: TASK_HANDLING_CODES.taskUnknown, taskId, message: TASK_HANDLING_MESSAGES.taskUnknown };
  }
  const { noneKeepsPending } = ledger.switches;
  const isOver = item.status === 'none' && noneKeepsPending === 'for-others' && hasHandled(task, item.handler);
  if (isOver || !isOpen(task)) {
    if (item.status === 'end' && ledger.switches.endOnHandledTask === 'conclude') conclude(ledger, task, item);
    return { code: TASK_HANDLING_CODES.taskFinished, taskId, message: TASK_HANDLING_MESSAGES.taskFinished };
  }
  if (!isHandlerOf(ledger, task, item.handler)) {
    const message = `${item.handler} is not a handler of this task`;
    return { code: TASK_HANDLING_CODES.businessError, taskId, message };
  }
  recordHandling(ledger, task, item);
  const keepsPending = noneKeepsPending === 'for-others' ? waitsForOthers(ledger, task) : noneKeepsPending;
  if (item.status !== 'none' || !keepsPending) ledger.write.setState(task, 'handled');
  return undefined;
}

/** Records a handling on the task and, with `end`, on the transaction. */
export function recordHandling(ledger: Ledger, task: CenterTask, item: TaskHandlingItem): void {
  const added = (item.previousActions ?? []).map((action) => readButton(action, true));
  ledger.write.addRecord(task, readRecord(ledger, item), added);
  if (item.status === 'end') conclude(ledger, task, item);
}

function readRecord(ledger: Ledger, item: TaskHandlingItem): HandlingRecord {
  return {
    status: item.status,
    handler: item.handler,
    handlerName: item.handlerName ?? nameOf(ledger.directory, item.handler),
    ...(item.handleOpinions === undefined ? {} : { handleOpinions: item.handleOpinions }),
    ...(item.handleStatus === undefined ? {} : { handleStatus: item.handleStatus }),
    time: timeOf(ledger, item),
  };
}

// Other tasks of the transaction stay pending: the spec does not say that `end` affects them, and removing them here
// would hide from a test that a business system left them open.
function conclude(ledger: Ledger, task: CenterTask, item: TaskHandlingItem): void {
  const transaction = ledger.transactions.get(task.transactionId);
  if (transaction === undefined) return;
  ledger.write.addConclusion(transaction, { taskId: task.taskId, time: timeOf(ledger, item) });
}

function timeOf(ledger: Ledger, item: TaskHandlingItem): string {
  return item.handleTime ?? centerTime(ledger.now(), ledger.timeZone);
}
