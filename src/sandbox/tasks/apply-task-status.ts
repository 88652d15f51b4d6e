import type { NextTaskItem, TaskHandlingItem } from '../../protocol/task-handling.ts';
import type { StatusNextTask, StatusTaskData, TaskStatusEntry } from '../../protocol/task-status.ts';
import { expandShortTime } from '../center-time.ts';
import { type CenterState, type CenterTask, type CenterTaskState, isOpen } from '../state/center-state.ts';
import type { CenterButton } from './center-button.ts';
import { createNextTask, transactionOfReport } from './create-task.ts';
import { recordHandling } from './handle-task.ts';
import { idOnWire } from './task-copies.ts';
import { findUnknownPerson } from './unknown-people.ts';

const STATE_OF = {
  TERMINATED: 'terminated',
  TURN: 'turned',
  SUSPENDED: 'suspended',
  RECALL: 'recalled',
} as const satisfies Partial<Record<TaskStatusEntry['taskStatus'], CenterTaskState>>;

/**
 * Applies one valid entry of a status answer. A task that is no longer open was handled by a report while the request
 * was in progress, and is not changed.
 * @returns what could not be done
 */
export function applyTaskStatus(center: CenterState, task: CenterTask, entry: TaskStatusEntry): string[] {
  if (!isOpen(task)) return [];
  if (entry.taskStatus === 'IN_PROGRESS') {
    center.write.setState(task, 'pending');
    return [];
  }
  const { taskStatus, taskData } = entry;
  const item = toItem(task, taskData);
  const { turnHandler } = taskData;
  if (taskStatus === 'TURN' && turnHandler !== undefined && movesTask(center, taskData)) {
    const unknown = findUnknownHandler(center, turnHandler);
    if (unknown !== undefined) return [unknown];
    moveTask(center, task, item, turnHandler);
  } else if (taskStatus === 'FINISH') {
    const pressed = findPressed(task);
    recordHandling(center, task, { ...item, ...(pressed === undefined ? {} : { handleStatus: pressed.name }) });
    center.write.setState(task, 'handled');
  } else if (STATE_OF[taskStatus] !== task.state) {
    center.write.changeState(task, {
      to: STATE_OF[taskStatus],
      cause: 'status',
      handler: item.handler,
      ...(item.handleOpinions === undefined ? {} : { handleOpinions: item.handleOpinions }),
      ...(turnHandler === undefined ? {} : { turnHandler }),
      time: expandShortTime(taskData.handleTime),
    });
  }
  const createsNext = taskStatus !== 'FINISH' || taskData.status === 'next';
  return createsNext ? createNext(center, task, item, taskData.next ?? []) : [];
}

function movesTask({ switches }: CenterState, { next = [] }: StatusTaskData): boolean {
  return switches.turnMovesTask === 'without-next' ? next.length === 0 : switches.turnMovesTask;
}

function findUnknownHandler({ switches, directory }: CenterState, account: string): string | undefined {
  return switches.unknownHandlers === 'refuse' ? findUnknownPerson(directory, { handlers: [account] }) : undefined;
}

/** Does nothing if the task is already there: the next status answers repeat the transfer. */
function moveTask(center: CenterState, task: CenterTask, item: TaskHandlingItem, turnHandler: string): void {
  const isThere = task.state === 'pending' && task.handlers.length === 1 && task.handlers[0] === turnHandler;
  if (isThere) return;
  center.write.moveTask(task, turnHandler, {
    to: 'pending',
    cause: 'status',
    handler: item.handler,
    ...(item.handleOpinions === undefined ? {} : { handleOpinions: item.handleOpinions }),
    turnHandler,
    time: item.handleTime ?? '',
  });
}

/** The button whose accepted press nothing has reported; undefined if there is none, or several could be it. */
function findPressed({ buttons, records }: CenterTask): CenterButton | undefined {
  const left = buttons.filter(({ type, name, executions }) => {
    const reported = records.filter(({ handleStatus }) => handleStatus === name).length;
    return (type === 'HANDLE' || type === 'DEAL') && executions > reported;
  });
  return left.length === 1 ? left[0] : undefined;
}

/** Converts the answer to the report that it stands for. */
function toItem(task: CenterTask, { handler, handleTime, handleOpinions, status }: StatusTaskData) {
  const item: TaskHandlingItem = {
    appId: task.appId,
    handler,
    status: status ?? 'none',
    previousTaskId: idOnWire(task),
    handleTime: expandShortTime(handleTime),
    ...(handleOpinions === undefined ? {} : { handleOpinions }),
  };
  return item;
}

function createNext(
  center: CenterState,
  previous: CenterTask,
  item: TaskHandlingItem,
  next: readonly StatusNextTask[],
): string[] {
  const transactionOf = transactionOfReport(center, item, previous);
  return next.flatMap(({ appId, actions, ...task }) => {
    // A report has created it before; the answer repeats it.
    if (task.taskId !== undefined && center.tasks.has(task.taskId)) return [];
    if (appId !== item.appId) return [`next task ${task.taskId ?? ''} belongs to another application, ${appId}`];
    const transTypeCode = task.transTypeCode ?? center.transactions.get(previous.transactionId)?.transTypeCode ?? '';
    const created: NextTaskItem = {
      ...task,
      transTypeCode,
      ...(actions === undefined ? {} : { actions: [...actions] }),
    };
    const error = createNextTask(center, item, created, transactionOf);
    return error === undefined ? [] : [`next task ${error.taskId} was not created: ${error.message}`];
  });
}
