/** Failures of single parts of a taskHandle call (spec, Endpoint 2, rules 1 to 3), over raw JSON. */
import { TASK_HANDLING_CODES, TASK_HANDLING_MESSAGES } from '../../protocol/error-codes.ts';
import type { TaskHandlingError } from '../../protocol/task-handling.ts';
import { parseJson } from '../http/read-json-body.ts';
import { isObject, type RawObject } from '../tasks/check-fields.ts';

/** A call in which one part fails. */
export interface FailingCall {
  /**
   * The body as JSON in which that part is empty except for its id: the center refuses the part by itself and processes
   * the rest as usual.
   */
  readonly body: string;
  /** The id that the entry of the center names. */
  readonly taskId: string;
  /** Index of the part among those that could fail, from 0. */
  readonly item: number;
}

interface Choice {
  readonly fault: 'item-failure' | 'creation-failure';
  /** Undefined: chosen by `drawn`. */
  readonly item?: number | undefined;
  /** A random number from 0 to below 1. */
  readonly drawn: number;
}

/** Undefined when the call has no part that an entry could name. */
export function failPart(body: string, { fault, item, drawn }: Choice): FailingCall | undefined {
  const items = readItems(body);
  const parts = fault === 'item-failure' ? items.filter(isNamedItem) : items.flatMap(createdBy);
  const at = Math.min(item ?? Math.floor(drawn * parts.length), parts.length - 1);
  const part = parts[at];
  if (part === undefined) return undefined;
  const id = fault === 'item-failure' ? 'previousTaskId' : 'taskId';
  const emptied = { [id]: part[id] };
  const replace = (value: unknown) => (value === part ? emptied : value);
  const left = items.map((each) =>
    isObject(each) && Array.isArray(each.next) && each !== part
      ? { ...each, next: each.next.map(replace) }
      : replace(each),
  );
  return { body: JSON.stringify(left), taskId: String(part[id]), item: at };
}

function readItems(body: string): readonly unknown[] {
  const json = parseJson(body);
  return Array.isArray(json) ? json : [];
}

function isNamedItem(item: unknown): item is RawObject {
  return isObject(item) && typeof item.previousTaskId === 'string';
}

function createdBy(item: unknown): RawObject[] {
  if (!isNamedItem(item) || item.status !== 'next' || !Array.isArray(item.next)) return [];
  return item.next.filter((task) => isObject(task) && typeof task.taskId === 'string');
}

/** Replaces code and message in the entry of the part; an answer without such an entry is returned unchanged. */
export function renameFailure(answer: unknown, { taskId }: FailingCall, code: number): unknown {
  const isTheirs = (entry: unknown) =>
    isObject(entry) && entry.taskId === taskId && entry.code === TASK_HANDLING_CODES.parameterInvalid;
  return mapEntries(answer, (entries) => {
    const at = entries.findIndex(isTheirs);
    return entries.map((entry, index) => (index === at ? entryOf(code, taskId) : entry));
  });
}

/** Adds an entry for a task that the call did not name. */
export function addForeignEntry(answer: unknown, code: number): unknown {
  return mapEntries(answer, (entries) => [...entries, entryOf(code, FOREIGN_TASK_ID)]);
}

const FOREIGN_TASK_ID = 'task-of-somebody-else';

function mapEntries(answer: unknown, change: (entries: readonly unknown[]) => readonly unknown[]): unknown {
  if (!isObject(answer) || !isObject(answer.data) || !Array.isArray(answer.data.errorIds)) return answer;
  const errorIds = change(answer.data.errorIds);
  const message = errorIds.length === 0 ? answer.message : 'there is abnormal data, see errorIds';
  return { ...answer, message, data: { ...answer.data, errorIds } };
}

const MESSAGES: Readonly<Record<number, string>> = {
  [TASK_HANDLING_CODES.parameterInvalid]: 'handleTime is null',
  [TASK_HANDLING_CODES.businessError]: 'the system is busy, please try again later',
  [TASK_HANDLING_CODES.taskUnknown]: TASK_HANDLING_MESSAGES.taskUnknown,
  [TASK_HANDLING_CODES.taskFinished]: TASK_HANDLING_MESSAGES.taskFinished,
};

function entryOf(code: number, taskId: string): TaskHandlingError {
  return { code, taskId, message: MESSAGES[code] ?? '' };
}
