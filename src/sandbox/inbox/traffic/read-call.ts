/** Reads the content of calls: bodies come from business systems and may have any form. */
import type { TrafficEntry } from '../../http/traffic.ts';

type Fields = Readonly<Record<string, unknown>>;

/** One item of a task handling call, as far as it can be read. */
export interface ReportItem {
  readonly previousTaskId: string;
  readonly status: string;
  readonly next: readonly { readonly taskId: string; readonly nodeName: string; readonly serialNumber: string }[];
  /**
   * Whether it starts a transaction: in its answer the center says that it does not know the previous task, and creates
   * the next tasks. Without an answer, the previousTaskId of the bridge decides.
   */
  readonly isBeginning: boolean;
}

/** Codes of the spec (Errors, Task handling). */
const TASK_UNKNOWN = 2004;

/** The previousTaskId that a bridge uses for the first tasks. */
const BEGINNING = '.start';

export function readReports({ call, body, answer }: TrafficEntry): ReportItem[] {
  if (call !== 'taskHandle' || !Array.isArray(body)) return [];
  const unknown = listErrors(answer).filter(isFields).filter(isUnknownTask);
  const isTold = codeOf({ answer }) === 0;
  return body.filter(isFields).map((item) => {
    const previousTaskId = textOf(item.previousTaskId);
    const status = textOf(item.status);
    return {
      ...{ previousTaskId, status },
      next: (Array.isArray(item.next) ? item.next : []).filter(isFields).map((next) => ({
        taskId: textOf(next.taskId),
        nodeName: textOf(next.nodeName),
        serialNumber: textOf(next.serialNumber),
      })),
      isBeginning:
        status === 'next' &&
        (unknown.some(({ taskId }) => taskId === previousTaskId) || (!isTold && previousTaskId.endsWith(BEGINNING))),
    };
  });
}

/** What failed in a call, according to the answer. */
export interface AnsweredError {
  readonly code: string;
  /** For a message: who was not reached. */
  readonly taskId: string;
  readonly message: string;
}

/** The errors of single items in the answer, without those of items that start a transaction. */
export function readErrors(entry: TrafficEntry): AnsweredError[] {
  const beginnings = readReports(entry).filter(({ isBeginning }) => isBeginning);
  const isExpected = (error: unknown) =>
    isFields(error) && isUnknownTask(error) && beginnings.some(({ previousTaskId }) => previousTaskId === error.taskId);
  return listErrors(entry.answer)
    .filter((error) => !isExpected(error))
    .map(readError);
}

function listErrors(answer: unknown): readonly unknown[] {
  if (!isFields(answer) || !isFields(answer.data)) return [];
  const { errorIds, errorList } = answer.data;
  return Array.isArray(errorIds) ? errorIds : Array.isArray(errorList) ? errorList : [];
}

function isUnknownTask({ code }: Fields): boolean {
  return code === TASK_UNKNOWN;
}

function readError(error: unknown): AnsweredError {
  if (!isFields(error)) return { code: '', taskId: '', message: '' };
  return {
    code: typeof error.code === 'number' ? String(error.code) : '',
    taskId: textOf(error.taskId) || textOf(error.receiverKey),
    message: textOf(error.message) || textOf(error.exceptionMessage),
  };
}

/** The code of an answer, if it has one. */
export function codeOf({ answer }: Pick<TrafficEntry, 'answer'>): unknown {
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

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
