import { TASK_HANDLING_CODES, TASK_HANDLING_MESSAGES } from '../../protocol/error-codes.ts';
import type { TaskHandlingError, TaskHandlingItem } from '../../protocol/task-handling.ts';
import { centerTime } from '../center-time.ts';
import { nameOf } from '../setup/directory.ts';
import {
  type CenterState,
  type CenterTask,
  type HandlingRecord,
  hasHandled,
  isHandlerOf,
  isOpen,
  waitsForOthers,
} from '../state/center-state.ts';
import { readButton } from './center-button.ts';

/** Handles the previous task of a report (spec, States and transitions). Undefined when it succeeded. */
export function handlePreviousTask(
  center: CenterState,
  item: TaskHandlingItem,
  task: CenterTask | undefined,
): TaskHandlingError | undefined {
  const taskId = item.previousTaskId;
  if (task === undefined) {
    return { code: TASK_HANDLING_CODES.taskUnknown, taskId, message: TASK_HANDLING_MESSAGES.taskUnknown };
  }
  const { noneKeepsPending } = center.switches;
  const isOver = item.status === 'none' && noneKeepsPending === 'for-others' && hasHandled(task, item.handler);
  if (isOver || !isOpen(task)) {
    if (item.status === 'end' && center.switches.endOnHandledTask === 'conclude') conclude(center, task, item);
    return { code: TASK_HANDLING_CODES.taskFinished, taskId, message: TASK_HANDLING_MESSAGES.taskFinished };
  }
  if (!isHandlerOf(center, task, item.handler)) {
    const message = `${item.handler} is not a handler of this task`;
    return { code: TASK_HANDLING_CODES.businessError, taskId, message };
  }
  recordHandling(center, task, item);
  const keepsPending = noneKeepsPending === 'for-others' ? waitsForOthers(center, task) : noneKeepsPending;
  if (item.status !== 'none' || !keepsPending) center.write.setState(task, 'handled');
  return undefined;
}

/** Records a handling on the task and, with `end`, on the transaction. */
export function recordHandling(center: CenterState, task: CenterTask, item: TaskHandlingItem): void {
  const added = (item.previousActions ?? []).map((action) => readButton(action, true));
  center.write.addRecord(task, readRecord(center, item), added);
  if (item.status === 'end') conclude(center, task, item);
}

function readRecord(center: CenterState, item: TaskHandlingItem): HandlingRecord {
  return {
    status: item.status,
    handler: item.handler,
    handlerName: item.handlerName ?? nameOf(center.directory, item.handler),
    ...(item.handleOpinions === undefined ? {} : { handleOpinions: item.handleOpinions }),
    ...(item.handleStatus === undefined ? {} : { handleStatus: item.handleStatus }),
    time: timeOf(center, item),
  };
}

// Other tasks of the transaction stay pending: the spec does not say that `end` affects them, and removing them here
// would hide from a test that a business system left them open.
function conclude(center: CenterState, task: CenterTask, item: TaskHandlingItem): void {
  const transaction = center.transactions.get(task.transactionId);
  if (transaction === undefined) return;
  center.write.addConclusion(transaction, { taskId: task.taskId, time: timeOf(center, item) });
}

function timeOf(center: CenterState, item: TaskHandlingItem): string {
  return item.handleTime ?? centerTime(center.now(), center.timeZone);
}
