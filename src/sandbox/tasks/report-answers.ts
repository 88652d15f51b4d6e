import { TASK_HANDLING_CODES } from '../../protocol/error-codes.ts';
import { isSuccess } from '../http/call-out.ts';
import type { TrafficEntry } from '../http/traffic.ts';
import { type CenterState, type CenterTask, isOpen } from '../state/center-state.ts';
import { asArray, isObject } from './check-fields.ts';

/** The answer to a call of task handling, or to the call for its token. */
export interface ReportAnswer {
  /** HTTP status; absent when no answer arrived. */
  readonly status?: number;
  /** A code other than 0, of the answer or of the entry of the task in errorIds. */
  readonly code?: unknown;
}

/** A report that a task was handled, which the center has not taken. */
export interface RefusedReport {
  /** The account that handled it. */
  readonly account: string;
  readonly lastAnswer: ReportAnswer;
}

/** The latest report of a task, if it was not taken; also of what was done on a page, which is no press in the traffic. */
export function findRefusedReport(traffic: readonly TrafficEntry[], task: CenterTask): RefusedReport | undefined {
  if (!isOpen(task)) return undefined;
  const taskIds = idsOf(task);
  const last = listReports(traffic, taskIds).findLast(({ ended }) => ended !== undefined);
  const account = last && itemOf(last, taskIds)?.handler;
  if (last === undefined || typeof account !== 'string') return undefined;
  const lastAnswer = describeAnswer(last, taskIds);
  return isTakenAnswer(lastAnswer) ? undefined : { account, lastAnswer };
}

/** The calls of task handling that name one of the tasks; those that run have no answer yet. */
export function listReports(traffic: readonly TrafficEntry[], taskIds: readonly string[]): TrafficEntry[] {
  return traffic.filter((entry) => entry.call === 'taskHandle' && itemOf(entry, taskIds) !== undefined);
}

/** What a report tells of a press. */
interface TellingReport {
  readonly seq: number;
  readonly handler: unknown;
  readonly handleStatus: unknown;
  /** Because the task is handled: perhaps by an earlier call of this report. */
  readonly isRefused: boolean;
}

/**
 * The reports of one of the tasks that tell of an accepted press, each with the last call that has it: taken, or refused
 * because the task is handled, as the repeat of one whose answer was lost.
 */
export function listTellingReports(
  traffic: readonly TrafficEntry[],
  taskIds: readonly string[],
): readonly TellingReport[] {
  const reports = new Map<string, TellingReport>();
  for (const entry of listReports(traffic, taskIds)) {
    const { status, code } = describeAnswer(entry, taskIds);
    const isTaken = status === 200 && (code === undefined || code === TASK_HANDLING_CODES.taskFinished);
    const { handler, handleStatus, handleTime } = itemOf(entry, taskIds) ?? {};
    if (entry.ended === undefined || !isTaken) continue;
    const report = { seq: entry.seq, handler, handleStatus, isRefused: code !== undefined };
    reports.set(JSON.stringify([handler, handleStatus, handleTime]), report);
  }
  return [...reports.values()];
}

/** What a report says of one of the tasks. */
function itemOf({ body }: TrafficEntry, taskIds: readonly string[]): Readonly<Record<string, unknown>> | undefined {
  return asArray(body)
    .filter(isObject)
    .find(({ previousTaskId }) => typeof previousTaskId === 'string' && taskIds.includes(previousTaskId));
}

/**
 * By transaction, how its latest report was answered, if the center has not taken it. Business systems that keep the
 * reports of a transaction in order send no later one before it is taken.
 */
export function listUntaken(
  { tasks }: CenterState,
  traffic: readonly TrafficEntry[],
): ReadonlyMap<string, ReportAnswer> {
  const latest = new Map<string, ReportAnswer>();
  for (const entry of traffic) {
    if (entry.call !== 'taskHandle' || entry.ended === undefined) continue;
    const idsByTransaction = new Map<string, string[]>();
    for (const { previousTaskId } of asArray(entry.body).filter(isObject)) {
      const task = typeof previousTaskId === 'string' ? tasks.get(previousTaskId) : undefined;
      if (task === undefined) continue;
      const { taskId, transactionId } = task;
      idsByTransaction.set(transactionId, [...(idsByTransaction.get(transactionId) ?? []), taskId]);
    }
    for (const [transactionId, taskIds] of idsByTransaction) latest.set(transactionId, describeAnswer(entry, taskIds));
  }
  return new Map([...latest].filter(([, answer]) => !isTakenAnswer(answer)));
}

/** The answer to the latest report of any task or call for a token, if it was refused as a call: none is sent meanwhile. */
export function findOutage(traffic: readonly TrafficEntry[]): ReportAnswer | undefined {
  const last = traffic.findLast(
    ({ call, ended }) => (call === 'taskHandle' || call === 'token') && ended !== undefined,
  );
  if (last === undefined || last.status === 200) return undefined;
  return last.status === undefined ? {} : { status: last.status };
}

/** What follows a task that the center has concluded before is told in a repeat of its report. */
export function isTakenAnswer({ status, code }: ReportAnswer): boolean {
  const isRepeat = code === TASK_HANDLING_CODES.taskFinished || code === TASK_HANDLING_CODES.taskUnknown;
  return status === 200 && (code === undefined || isRepeat);
}

export function idsOfTransaction({ tasks }: CenterState, { transactionId }: CenterTask): readonly string[] {
  return [...tasks.values()].flatMap((each) => (each.transactionId === transactionId ? idsOf(each) : []));
}

export function idsOf({ taskId, copyOf }: CenterTask): readonly string[] {
  return copyOf === undefined ? [taskId] : [taskId, copyOf];
}

/** @param taskIds of the tasks that a report must name */
export function findLastAnswer(
  traffic: readonly TrafficEntry[],
  press: TrafficEntry,
  taskIds: readonly string[],
): ReportAnswer | undefined {
  const last = traffic.findLast(
    (entry) =>
      entry.seq > press.seq &&
      entry.ended !== undefined &&
      ((entry.call === 'taskHandle' && itemOf(entry, taskIds) !== undefined) ||
        // Without a token no report is sent.
        (entry.call === 'token' && entry.status !== 200)),
  );
  return last && describeAnswer(last, taskIds);
}

export function describeAnswer(entry: TrafficEntry, taskIds: readonly string[]): ReportAnswer {
  const code = codeOf(entry, taskIds);
  return { ...(entry.status !== undefined && { status: entry.status }), ...(code !== undefined && { code }) };
}

function codeOf({ status, answer, failure }: TrafficEntry, taskIds: readonly unknown[]): unknown {
  if (!isObject(answer)) return undefined;
  if (!isSuccess({ status, body: answer, ...(failure !== undefined && { failure }) })) return answer.code;
  const errors = isObject(answer.data) ? asArray(answer.data.errorIds).filter(isObject) : [];
  return errors.find((error) => taskIds.includes(error.taskId))?.code;
}
