/** Reads the content of calls: bodies come from business systems and may have any form. */
import type { EarlierReport } from '../../control/find-earlier-reports.ts';
import type { TrafficEntry } from '../../http/traffic.ts';
import type { NamedInCalls } from './use-calls.ts';

type Fields = Readonly<Record<string, unknown>>;

/** One item of a task handling call, as far as it can be read. */
export interface ReportItem {
  readonly previousTaskId: string;
  readonly status: string;
  /** Who did what, as the report says it; the name of the handler may be another one than that of the account. */
  readonly handler: string;
  readonly handlerName: string;
  readonly handleStatus: string;
  readonly next: readonly { readonly taskId: string; readonly nodeName: string; readonly serialNumber: string }[];
  /**
   * Whether it starts a transaction: in its answer the center says that it does not know the previous task, and creates
   * the next tasks. Without an answer, or if it failed, the previousTaskId of the bridge decides. A task that the center
   * does know has begun before.
   */
  readonly isBeginning: boolean;
}

/** Codes of the spec (Errors, Task handling). */
const TASK_UNKNOWN = 2004;
const TASK_HANDLED = 2005;

/** The previousTaskId that a bridge uses for the first tasks. */
const BEGINNING = '.start';

export function readReports({ call, body, answer }: TrafficEntry, { tasks }: NamedInCalls): ReportItem[] {
  if (call !== 'taskHandle' || !Array.isArray(body)) return [];
  const errors = listErrors(answer).filter(isFields);
  const isTold = codeOf({ answer }) === 0;
  return body.filter(isFields).map((item) => {
    const previousTaskId = textOf(item.previousTaskId);
    const status = textOf(item.status);
    const own = errors.filter(({ taskId }) => taskId === previousTaskId);
    const isHandled = isTold && own.length === 0;
    return {
      ...{ previousTaskId, status, handler: textOf(item.handler) },
      ...{ handlerName: textOf(item.handlerName), handleStatus: textOf(item.handleStatus) },
      next: (Array.isArray(item.next) ? item.next : []).filter(isFields).map((next) => ({
        taskId: textOf(next.taskId),
        nodeName: textOf(next.nodeName),
        serialNumber: textOf(next.serialNumber),
      })),
      isBeginning:
        status === 'next' &&
        tasks[previousTaskId] === undefined &&
        (own.some(isUnknownTask) || (!isHandled && previousTaskId.endsWith(BEGINNING))),
    };
  });
}

/** Whether a bridge says that it has had the press before. */
export function isRepeatedPress({ call, answer }: TrafficEntry): boolean {
  return call === 'button' && readField(answer, 'data', 'verdict') === 'duplicate';
}

/** The key of the text for the answer to a press. With HTTP 400, the business system got no further than to read it. */
export function pressKey({ status }: TrafficEntry, code: unknown): string {
  return code === 400 && status === 200 ? 'invalid' : String(code ?? status);
}

/** What failed in a call, according to the answer. */
export interface AnsweredError {
  readonly code: string;
  /** For a message: who was not reached. */
  readonly taskId: string;
  readonly message: string;
}

/** The errors of single items in the answer, without those that are correct: see `ExpectedError`. */
export function readErrors(entry: TrafficEntry, named: NamedInCalls): AnsweredError[] {
  return listErrors(entry.answer)
    .filter((error) => expectationOf(error, entry, named) === undefined)
    .map(readError);
}

/**
 * Why an error is no failure: `beginning`, 2004 for what a transaction begins with, and `incomplete`, if not all of its
 * tasks were created; `repeat` and `continuation`, 2005 for a task that an earlier call has reported; `repeat` also for a
 * next task that the center has from the earlier call.
 */
export type ExpectedError = 'beginning' | 'incomplete' | EarlierReport;

/** The distinct reasons why errors in the answer are correct. */
export function readExpected(entry: TrafficEntry, named: NamedInCalls): ExpectedError[] {
  const reasons = listErrors(entry.answer).flatMap((error) => expectationOf(error, entry, named) ?? []);
  return [...new Set(reasons)];
}

function expectationOf(error: unknown, entry: TrafficEntry, named: NamedInCalls): ExpectedError | undefined {
  if (!isFields(error)) return undefined;
  const taskId = textOf(error.taskId);
  const earlier = named.earlier[entry.seq] ?? {};
  if (error.code === TASK_HANDLED) return earlier[taskId];
  const reports = readReports(entry, named);
  const begun = reports.find((each) => each.isBeginning && each.previousTaskId === taskId);
  if (isUnknownTask(error) && begun !== undefined) {
    if (!hasError(entry, begun.next)) return 'beginning';
    // If the center has its tasks from an earlier call, this one has created nothing.
    return earlier[taskId] === 'repeat' ? 'repeat' : 'incomplete';
  }
  const isCreated = named.tasks[taskId] !== undefined;
  const creator = reports.find(({ next }) => next.some((each) => each.taskId === taskId));
  return isCreated && creator !== undefined && earlier[creator.previousTaskId] === 'repeat' ? 'repeat' : undefined;
}

function hasError({ answer }: TrafficEntry, tasks: readonly { readonly taskId: string }[]): boolean {
  return listErrors(answer).some((error) => isFields(error) && tasks.some(({ taskId }) => taskId === error.taskId));
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

/** The application that a call of a business system names. */
export function appIdOf({ body }: TrafficEntry): string | undefined {
  const first: unknown = Array.isArray(body) ? body[0] : body;
  return readField(first, 'appId') || undefined;
}

export function readField(body: unknown, ...path: readonly string[]): string {
  const found = path.reduce<unknown>((value, name) => (isFields(value) ? value[name] : undefined), body);
  return textOf(found);
}

/** The tasks whose state a call asks for, with what was answered. */
export function readQuestions({ body, answer }: TrafficEntry): { readonly taskId: string; readonly state: string }[] {
  const asked = isFields(body) ? body.taskIds : body;
  const ids = Array.isArray(asked) ? asked.filter((id) => typeof id === 'string') : [];
  const answered = isFields(answer) && Array.isArray(answer.data) ? answer.data.filter(isFields) : [];
  const states = new Map(answered.map(({ taskId, taskStatus }) => [taskId, textOf(taskStatus)]));
  return ids.map((taskId) => ({ taskId, state: states.get(taskId) ?? '' }));
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
