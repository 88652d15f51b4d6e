import { UUID_HEADER } from '../../protocol/button-callback.ts';
import type { ActionType } from '../../protocol/constants.ts';
import type { TrafficEntry } from '../http/traffic.ts';
import type { Switches } from '../setup/switches.ts';
import { type CenterState, type CenterTask, isOpen } from '../state/center-state.ts';
import { accountOf, buttonOf, isTaken, opinionsOf } from './find-earlier-press.ts';
import {
  findLastAnswer,
  findOutage,
  idsOf,
  idsOfTransaction,
  isTakenAnswer,
  listUntaken,
  type ReportAnswer,
} from './report-answers.ts';
import { findReported, findTold, findUnreported, isReportUntaken, isUnanswered } from './reports-of-presses.ts';

/** A press of a button of a task. */
export interface TaskPress {
  /** The header uuid of the call; a repeat of the call is the same press. */
  readonly uuid: string;
  /** The account that pressed. */
  readonly account: string;
  /** The label of the button. */
  readonly button: string;
  /** Its type; absent if the task has no such button any more. */
  readonly type?: ActionType;
  /** Epoch milliseconds of the center's clock. */
  readonly at: number;
  readonly state: PressState;
  /** While `accepted`: how the latest report of the task since then was answered. Absent when none has arrived. */
  readonly lastAnswer?: ReportAnswer;
  /**
   * While `accepted` without `lastAnswer`: how the latest report of the transaction was answered, if it was not taken.
   * That of this press may not be sent before.
   */
  readonly earlierAnswer?: ReportAnswer;
}

/**
 * `running`: it has no answer yet. `refused`: the business system did not accept it. `unanswered`: the call failed, so
 * nobody knows whether it was accepted. `accepted`: it was, and the report that it causes has not arrived. `overtaken`:
 * it was, but its transaction was ended in the center before that report. `done`: it was, and nothing is missing.
 */
export type PressState = 'running' | 'refused' | 'unanswered' | 'accepted' | 'overtaken' | 'done';

/** The presses of a task that are in the traffic, in order. */
export function listPresses(
  center: CenterState,
  traffic: readonly TrafficEntry[],
  task: CenterTask,
): readonly TaskPress[] {
  const calls = new Map<string, TrafficEntry>();
  for (const entry of traffic) {
    const uuid = entry.headers[UUID_HEADER];
    if (entry.call !== 'button' || entry.taskId !== task.taskId || uuid === undefined) continue;
    // Of a call and its repeats, the one that says most.
    if (rankOf(entry, center.switches) >= rankOf(calls.get(uuid), center.switches)) calls.set(uuid, entry);
  }
  const all = [...calls.values()];
  const missing = new Set([...findUnreported(center, task, all), ...findTold(center, traffic, task, all)]);
  const reported = findReported(center, traffic, task, all);
  const answersTo = createAnswersTo(center, traffic);
  return [...calls].map(([uuid, entry]) => {
    const isUntaken = isReportUntaken(center, traffic, task, entry);
    const known = { isMissing: missing.has(entry), isUntaken, isReported: reported.has(entry) };
    const state = stateOf(center.switches, task, entry, known);
    const button = buttonOf(task, entry);
    return {
      uuid,
      account: accountOf(entry),
      button: button?.name ?? '',
      ...(button === undefined ? {} : { type: button.type }),
      at: entry.at,
      state,
      ...(state === 'accepted' ? answersTo(entry, { task, isUntaken }) : {}),
    };
  });
}

/** A press that the business system accepted, whose report has not arrived. */
export type AcceptedPress = Pick<TaskPress, 'account' | 'button' | 'at' | 'lastAnswer' | 'earlierAnswer'> & {
  readonly taskId: string;
  /** If it had any. */
  readonly opinions?: string;
};

/** Of each open task, the latest such press of an account; or those in a transaction, the latest of each account. */
export function listAccepted(
  center: CenterState,
  traffic: readonly TrafficEntry[],
  { account, transactionId }: { readonly account?: string; readonly transactionId?: string },
): readonly AcceptedPress[] {
  const calls = new Map<string, Map<string, TrafficEntry>>();
  for (const entry of traffic) {
    const { call, taskId, headers } = entry;
    const uuid = headers[UUID_HEADER];
    if (call !== 'button' || taskId === undefined || uuid === undefined) continue;
    if (account !== undefined && accountOf(entry) !== account) continue;
    if (transactionId !== undefined && center.tasks.get(taskId)?.transactionId !== transactionId) continue;
    if (!isTaken(entry, center.switches) && !isUnanswered(entry)) continue;
    calls.set(taskId, (calls.get(taskId) ?? new Map<string, TrafficEntry>()).set(uuid, entry));
  }
  const answersTo = createAnswersTo(center, traffic);
  return [...calls].flatMap(([taskId, byUuid]) => {
    const task = center.tasks.get(taskId);
    if (task === undefined || !isOpen(task)) return [];
    const all = [...byUuid.values()];
    const unreported = [...findTold(center, traffic, task, all), ...findUnreported(center, task, all)];
    const latest = new Map(unreported.map((entry) => [accountOf(entry), entry]));
    return [...latest].map(([account, entry]) => {
      const opinions = opinionsOf(entry);
      return {
        ...{ taskId, account, button: buttonOf(task, entry)?.name ?? '', at: entry.at },
        ...(opinions === undefined ? {} : { opinions }),
        ...answersTo(entry, { task, isUntaken: false }),
      };
    });
  });
}

/** Finds what is known of the report of an accepted press, as long as it has not arrived. */
function createAnswersTo(center: CenterState, traffic: readonly TrafficEntry[]) {
  // Only few presses need it.
  let untaken: ReadonlyMap<string, ReportAnswer> | undefined;
  return (
    entry: TrafficEntry,
    { task, isUntaken }: { readonly task: CenterTask; readonly isUntaken: boolean },
  ): Pick<TaskPress, 'lastAnswer' | 'earlierAnswer'> => {
    const taskIds = isUntaken ? idsOfTransaction(center, task) : idsOf(task);
    const lastAnswer = findLastAnswer(traffic, entry, taskIds) ?? (isUntaken ? findOutage(traffic) : undefined);
    // The report of somebody else may have been taken.
    if (lastAnswer !== undefined && !isTakenAnswer(lastAnswer)) return { lastAnswer };
    untaken ??= listUntaken(center, traffic);
    const earlierAnswer = untaken.get(task.transactionId);
    return earlierAnswer === undefined ? {} : { earlierAnswer };
  };
}

function stateOf(
  switches: Switches,
  task: CenterTask,
  entry: TrafficEntry,
  { isMissing, isUntaken, isReported }: Readonly<Record<'isMissing' | 'isUntaken' | 'isReported', boolean>>,
): PressState {
  if (entry.ended === undefined) return 'running';
  if (isMissing) return isOpen(task) ? 'accepted' : 'overtaken';
  if (isTaken(entry, switches)) return isUntaken ? 'accepted' : 'done';
  if (entry.status !== undefined) return 'refused';
  return isReported ? 'done' : 'unanswered';
}

function rankOf(entry: TrafficEntry | undefined, switches: Switches): number {
  if (entry === undefined) return -1;
  return isTaken(entry, switches) ? 2 : entry.status === undefined ? 0 : 1;
}
