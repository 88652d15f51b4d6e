/** Reads what stands in a call: bodies come from business systems and may be anything. */
import type { TrafficEntry } from '../../traffic.ts';

type Fields = Readonly<Record<string, unknown>>;

/** One item of a task handling call, as far as it is readable. */
export interface ReportItem {
  readonly previousTaskId: string;
  readonly status: string;
  readonly next: readonly { readonly taskId: string; readonly nodeName: string }[];
}

export function readReports({ call, body }: TrafficEntry): ReportItem[] {
  if (call !== 'taskHandle' || !Array.isArray(body)) return [];
  return body.filter(isFields).map((item) => ({
    previousTaskId: textOf(item.previousTaskId),
    status: textOf(item.status),
    next: (Array.isArray(item.next) ? item.next : [])
      .filter(isFields)
      .map((next) => ({ taskId: textOf(next.taskId), nodeName: textOf(next.nodeName) })),
  }));
}

/** Codes of the spec (Errors, Task handling). */
const TASK_UNKNOWN = 2004;

/** What failed of a call, as the answer names it. */
export interface AnsweredError {
  readonly code: string;
  /** Of a message: who was not reached. */
  readonly taskId: string;
  readonly message: string;
}

/** What the answer says of single items. */
export interface AnsweredErrors {
  /** Of those that failed. */
  readonly errors: readonly AnsweredError[];
  /**
   * Of a report that begins a transaction the center does not know the previous task, and says so; what follows was
   * created nevertheless.
   */
  readonly isBeginning: boolean;
}

export function readErrors(entry: TrafficEntry): AnsweredErrors {
  const { answer } = entry;
  if (!isFields(answer) || !isFields(answer.data)) return { errors: [], isBeginning: false };
  const { errorIds, errorList } = answer.data;
  const all: readonly unknown[] = Array.isArray(errorIds) ? errorIds : Array.isArray(errorList) ? errorList : [];
  const next = readReports(entry).filter(({ status }) => status === 'next');
  const failed = all.filter(
    (error) =>
      !(
        isFields(error) &&
        error.code === TASK_UNKNOWN &&
        next.some(({ previousTaskId }) => previousTaskId === error.taskId)
      ),
  );
  return { errors: failed.map(readError), isBeginning: failed.length < all.length };
}

function readError(error: unknown): AnsweredError {
  if (!isFields(error)) return { code: '', taskId: '', message: '' };
  return {
    code: typeof error.code === 'number' ? String(error.code) : '',
    taskId: textOf(error.taskId) || textOf(error.receiverKey),
    message: textOf(error.message) || textOf(error.exceptionMessage),
  };
}

/** The code of an answer that has one. */
export function codeOf({ answer }: TrafficEntry): unknown {
  return isFields(answer) ? answer.code : undefined;
}

export function readField(body: unknown, ...path: readonly string[]): string {
  const found = path.reduce<unknown>((value, name) => (isFields(value) ? value[name] : undefined), body);
  return textOf(found);
}

export function countTaskIds({ body }: TrafficEntry): number {
  const ids = isFields(body) ? body.taskIds : body;
  return Array.isArray(ids) ? ids.length : 0;
}

/** Node names of the tasks that these calls create, by taskId. */
export function nodeNamesOf(calls: readonly TrafficEntry[]): ReadonlyMap<string, string> {
  return new Map(
    calls.flatMap((call) =>
      readReports(call).flatMap(({ next }) => next.map(({ taskId, nodeName }) => [taskId, nodeName] as const)),
    ),
  );
}

/** Names of the buttons that these calls bring, by url. */
export function buttonNamesOf(calls: readonly TrafficEntry[]): ReadonlyMap<string, string> {
  const items = calls.flatMap(({ call, body }) => (call === 'taskHandle' && Array.isArray(body) ? body : []));
  const lists = items
    .filter(isFields)
    .flatMap(({ next, previousActions }) => [
      previousActions,
      ...(Array.isArray(next) ? next.filter(isFields).map(({ actions }) => actions) : []),
    ]);
  const buttons = lists.flatMap((list): readonly unknown[] => (Array.isArray(list) ? list : [])).filter(isFields);
  return new Map(buttons.map(({ url, name }) => [textOf(url), textOf(name)]));
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
