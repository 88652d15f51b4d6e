/** Reads what stands in a call: bodies come from business systems and may be anything. */
import type { TrafficEntry } from '../../http/traffic.ts';

type Fields = Readonly<Record<string, unknown>>;

/** One item of a task handling call, as far as it is readable. */
export interface ReportItem {
  readonly previousTaskId: string;
  readonly status: string;
  readonly next: readonly { readonly taskId: string; readonly nodeName: string; readonly serialNumber: string }[];
  /**
   * Whether a transaction begins with it, as the answer shows: the center does not know the previous task and says so,
   * and creates what follows. Where no answer tells, the word of the bridge does.
   */
  readonly isBeginning: boolean;
}

/** Codes of the spec (Errors, Task handling). */
const TASK_UNKNOWN = 2004;

/** What a bridge calls the task before the first. */
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

/** What failed of a call, as the answer names it. */
export interface AnsweredError {
  readonly code: string;
  /** Of a message: who was not reached. */
  readonly taskId: string;
  readonly message: string;
}

/** What the answer says of single items that failed; that a transaction begins is no failure. */
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

/** The code of an answer that has one. */
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
