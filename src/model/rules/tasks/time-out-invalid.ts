import type { DueSource } from '../../nodes/task-node.ts';
import { readDueTime } from '../../timers/due-time.ts';
import type { Rule } from '../rule.ts';

export const timeOutInvalid: Rule = {
  name: 'time-out-invalid',
  check: ({ userTasks }) =>
    userTasks.flatMap(({ node, timeOut }) =>
      timeOut === undefined || isPossible(timeOut)
        ? []
        : {
            severity: 'error',
            elementId: node.id,
            reason:
              timeOut.kind === 'hours'
                ? `The time-out "${timeOut.expression.text}" is not a number of hours.`
                : `The due date "${timeOut.expression.text}" is neither a duration nor a date.`,
            remedy:
              timeOut.kind === 'hours'
                ? 'Give a whole number of hours, at least 1, or an expression for it.'
                : 'Write a duration such as P2D or PT8H, a date such as 2030-01-31T18:00:00, or an expression.',
          },
    ),
};

const DURATION = /^P(?=\w)(\d+Y)?(\d+M)?(\d+W)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+(\.\d+)?S)?)?$/;
const DATE = /^\d{4}-\d\d-\d\d/;

/** Checks literal values only; the result of an expression is checked at run time. */
function isPossible({ kind, expression: { constant, text } }: DueSource): boolean {
  if (!constant) return true;
  if (kind === 'hours') return /^[1-9]\d*$/.test(text);
  return DURATION.test(text) || (DATE.test(text) && readDueTime(text, 0, 'UTC') !== undefined);
}
