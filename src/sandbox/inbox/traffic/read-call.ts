/** Reads the content of calls: bodies come from business systems and may have any form. */
import type { TrafficAnswer } from '../../control/traffic-routes.ts';
import type { TrafficEntry } from '../../http/traffic.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The tasks that the center knows, by their ids. */
type KnownTasks = TrafficAnswer['tasks'];

/** One item of a task handling call, as far as it can be read. */
export interface ReportItem {
  readonly previousTaskId: string;
  readonly status: string;
  readonly next: readonly { readonly taskId: string; readonly nodeName: string }[];
  /** It starts a transaction: the center does not know the previous task. */
  readonly isBeginning: boolean;
}

export function readReports({ call, body }: TrafficEntry, tasks: KnownTasks): ReportItem[] {
  if (call !== 'taskHandle') return [];
  return listOf(body).map((item) => {
    const previousTaskId = textOf(item.previousTaskId);
    const status = textOf(item.status);
    return {
      ...{ previousTaskId, status, isBeginning: status === 'next' && tasks[previousTaskId] === undefined },
      next: listOf(item.next).map(({ taskId, nodeName }) => ({ taskId: textOf(taskId), nodeName: textOf(nodeName) })),
    };
  });
}

/** Codes of the spec (Errors, Task handling). */
const TASK_UNKNOWN = 2004;
const TASK_HANDLED = 2005;

interface AnsweredErrors {
  /** How many items failed. */
  readonly failed: number;
  /**
   * Codes that are no failure: 2004 for what a transaction begins with, and 2005 for a task that was reported before, by
   * a call that this one repeats or continues.
   */
  readonly expected: readonly (typeof TASK_UNKNOWN | typeof TASK_HANDLED)[];
}

/** The errors of single items in the answer. */
export function readErrors(entry: TrafficEntry, tasks: KnownTasks): AnsweredErrors {
  const { answer } = entry;
  const data = isFields(answer) && isFields(answer.data) ? answer.data : {};
  const errors = [...listOf(data.errorIds), ...listOf(data.errorList)];
  const reports = readReports(entry, tasks);
  const isExpected = ({ code, taskId }: Fields) => {
    const isKnown = tasks[textOf(taskId)] !== undefined;
    if (code === TASK_HANDLED || code === TASK_UNKNOWN) return code === TASK_HANDLED || !isKnown;
    // A repeat creates no task a second time.
    const creator = reports.find(({ next }) => next.some((each) => each.taskId === taskId));
    return isKnown && errors.some((each) => creator !== undefined && each.taskId === creator.previousTaskId);
  };
  const hasExpected = (code: number) => errors.some((error) => error.code === code && isExpected(error));
  return {
    failed: errors.filter((error) => !isExpected(error)).length,
    expected: ([TASK_UNKNOWN, TASK_HANDLED] as const).filter(hasExpected),
  };
}

/** The code of an answer, if it has one. */
export function codeOf({ answer }: TrafficEntry): unknown {
  return isFields(answer) ? answer.code : undefined;
}

/** How many tasks a call asks the state of. */
export function countQuestions({ body }: TrafficEntry): number {
  const asked = isFields(body) ? body.taskIds : body;
  return Array.isArray(asked) ? asked.length : 0;
}

export function readField(body: unknown, ...path: readonly string[]): string {
  return textOf(path.reduce<unknown>((value, name) => (isFields(value) ? value[name] : undefined), body));
}

function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : [];
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
