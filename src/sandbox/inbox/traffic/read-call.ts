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

/** What the answer says of single items. */
export interface AnsweredErrors {
  /** How many failed. */
  readonly failed: number;
  /**
   * Of a report that begins a transaction the center does not know the previous task, and says so; what follows was
   * created nevertheless.
   */
  readonly isBeginning: boolean;
}

export function readErrors(entry: TrafficEntry): AnsweredErrors {
  const { answer } = entry;
  if (!isFields(answer) || !isFields(answer.data)) return { failed: 0, isBeginning: false };
  const { errorIds, errorList } = answer.data;
  const errors: readonly unknown[] = Array.isArray(errorIds) ? errorIds : Array.isArray(errorList) ? errorList : [];
  const next = readReports(entry).filter(({ status }) => status === 'next');
  const failed = errors.filter(
    (error) =>
      !(
        isFields(error) &&
        error.code === TASK_UNKNOWN &&
        next.some(({ previousTaskId }) => previousTaskId === error.taskId)
      ),
  ).length;
  return { failed, isBeginning: failed < errors.length };
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

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
