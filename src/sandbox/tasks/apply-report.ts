import { TASK_HANDLING_CODES } from '../../protocol/error-codes.ts';
import type { NextTaskItem, TaskHandlingError, TaskHandlingItem } from '../../protocol/task-handling.ts';
import { type CenterState, type CenterTask, isOpen } from '../state/center-state.ts';
import { isObject, withoutNulls } from './check-fields.ts';
import { checkItem } from './check-task-handling.ts';
import { createNextTask, transactionOfReport } from './create-task.ts';
import { handlePreviousTask } from './handle-task.ts';
import { findReported } from './task-copies.ts';

/**
 * Applies one raw item of a taskHandle call and returns its entries for errorIds (spec, Endpoint 2, rules 1 to 3).
 * An item with an invalid parameter of its own has no effect. Otherwise the handling and each creation are independent:
 * a failure of one does not prevent the others.
 * @param clientAppIds the applications that the caller's token is valid for
 */
export function applyReport(center: CenterState, raw: unknown, clientAppIds: readonly string[]): TaskHandlingError[] {
  const problems = checkItem(raw, center.switches.unknownFields);
  if (problems.own.length > 0 || !isObject(raw)) {
    return [
      {
        code: TASK_HANDLING_CODES.parameterInvalid,
        taskId: idIn(raw, 'previousTaskId'),
        message: problems.own.join('; '),
      },
    ];
  }
  // The checks ensure this shape of the item; its next tasks are checked one by one below.
  const item = withoutNulls(raw) as unknown as TaskHandlingItem;
  if (!clientAppIds.includes(item.appId)) {
    const message = `application ${item.appId} is not registered for this client`;
    return [{ code: TASK_HANDLING_CODES.businessError, taskId: item.previousTaskId, message }];
  }
  const task = findReported(center, item);
  const transactionOf = transactionOfReport(center, item, task);
  const createsNothing = createsNothingBehind(center, task);
  const handling = handlePreviousTask(center, item, task);
  const errors = handling === undefined ? [] : [handling];
  if (item.status !== 'next' || createsNothing) return errors;
  const creations = problems.next.map((wrong, index) => {
    const next = item.next?.[index];
    if (wrong.length === 0 && next !== undefined) return createNextTask(center, item, next, transactionOf);
    return { code: TASK_HANDLING_CODES.parameterInvalid, taskId: idIn(next, 'taskId'), message: wrong.join('; ') };
  });
  return [...errors, ...creations.filter((error) => error !== undefined)];
}

/** Checked before the report handles the task. */
function createsNothingBehind({ switches }: CenterState, task: CenterTask | undefined): boolean {
  if (task === undefined) return switches.unknownPreviousTask === 'create-nothing';
  return !isOpen(task) && switches.handledPreviousTask === 'create-nothing';
}

/** The id for an entry; empty when the caller gave none, since it would not know an id of the center. */
function idIn(raw: unknown, field: keyof TaskHandlingItem | keyof NextTaskItem): string {
  const id = isObject(raw) ? raw[field] : undefined;
  return typeof id === 'string' ? id : '';
}
