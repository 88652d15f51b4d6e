import { TASK_HANDLING_CODES, TASK_HANDLING_MESSAGES } from '../protocol/error-codes.ts';
import type { TaskHandlingError, TaskHandlingItem } from '../protocol/task-handling.ts';
import { readButton } from './center-button.ts';
import { centerTime } from './center-time.ts';
import { nameOf } from './directory.ts';
import { type CenterTask, type HandlingRecord, isHandlerOf, type Ledger } from './ledger.ts';

/** The half of a report that is about the previous task (spec, States and transitions). Undefined when it succeeded. */
export function handlePreviousTask(ledger: Ledger, item: TaskHandlingItem): TaskHandlingError | undefined {
  const taskId = item.previousTaskId;
  const task = ledger.tasks.get(taskId);
  if (task === undefined) {
    return { code: TASK_HANDLING_CODES.taskUnknown, taskId, message: TASK_HANDLING_MESSAGES.taskUnknown };
  }
  if (task.state === 'handled') {
    if (item.status === 'end' && ledger.switches.endOnHandledTask === 'conclude') conclude(ledger, task, item);
    return { code: TASK_HANDLING_CODES.taskFinished, taskId, message: TASK_HANDLING_MESSAGES.taskFinished };
  }
  if (!isHandlerOf(ledger, task, item.handler)) {
    const message = `${item.handler} is not a handler of this task`;
    return { code: TASK_HANDLING_CODES.businessError, taskId, message };
  }
  task.records.push(readRecord(ledger, item));
  task.buttons.push(...(item.previousActions ?? []).map((action) => readButton(action, true)));
  if (item.status !== 'none' || !ledger.switches.noneKeepsPending) task.state = 'handled';
  if (item.status === 'end') conclude(ledger, task, item);
  return undefined;
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

// Other tasks of the transaction stay pending: the spec gives `end` no effect on them, and clearing them here would
// hide from a test that a business system forgot them.
function conclude(ledger: Ledger, task: CenterTask, item: TaskHandlingItem): void {
  const transaction = ledger.transactions.get(task.transactionId);
  transaction?.conclusions.push({ taskId: task.taskId, time: timeOf(ledger, item) });
}

function timeOf(ledger: Ledger, item: TaskHandlingItem): string {
  return item.handleTime ?? centerTime(ledger.now(), ledger.timeZone);
}
