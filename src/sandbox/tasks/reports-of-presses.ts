/** Of presses that the business system accepted: whether a report tells of them, or is missing. */
import type { ActionType } from '../../protocol/constants.ts';
import type { TrafficEntry } from '../http/traffic.ts';
import type { Switches } from '../setup/switches.ts';
import { type CenterState, type CenterTask, isOpen } from '../state/center-state.ts';
import type { CenterButton } from './center-button.ts';
import { accountOf, buttonOf, isTaken } from './find-earlier-press.ts';
import {
  describeAnswer,
  findOutage,
  findRefusedReport,
  idsOf,
  idsOfTransaction,
  isTakenAnswer,
  listReports,
  listTellingReports,
  listUntaken,
} from './report-answers.ts';

/** The presses without an answer of which a report tells that they were accepted: each report is of one press before it. */
export function findReported(
  center: CenterState,
  traffic: readonly TrafficEntry[],
  task: CenterTask,
  calls: readonly TrafficEntry[],
): ReadonlySet<TrafficEntry> {
  const presses = calls.filter((entry) => {
    const button = buttonOf(task, entry);
    return button !== undefined && causesReport(button, center.switches);
  });
  const reported = new Set<TrafficEntry>();
  for (const { seq, handler, handleStatus, isRefused } of listTellingReports(traffic, idsOf(task))) {
    if (isRefused && !task.records.some((record) => record.handler === handler)) continue;
    // Business systems that name the button do so there.
    const named = task.buttons.some(({ name }) => name === handleStatus) ? handleStatus : undefined;
    const possible = presses.filter(
      (entry) =>
        entry.seq < seq &&
        accountOf(entry) === handler &&
        !reported.has(entry) &&
        (named === undefined || buttonOf(task, entry)?.name === named),
    );
    const press = possible.find((entry) => isTaken(entry, center.switches)) ?? possible.findLast(isUnanswered);
    if (press) reported.add(press);
  }
  // The center may have taken one whose answer was lost.
  for (const { handler, handleStatus } of task.records) {
    const own = presses.filter((entry) => accountOf(entry) === handler && buttonOf(task, entry)?.name === handleStatus);
    const press = own.some((each) => reported.has(each) || isTaken(each, center.switches))
      ? undefined
      : own.findLast(isUnanswered);
    if (press) reported.add(press);
  }
  return reported;
}

/** The press without an answer of which a report that was not taken tells that it was accepted. */
export function findTold(
  center: CenterState,
  traffic: readonly TrafficEntry[],
  task: CenterTask,
  calls: readonly TrafficEntry[],
): readonly TrafficEntry[] {
  const silent = calls.filter(isUnanswered);
  const teller = silent.length === 0 ? undefined : findRefusedReport(traffic, task)?.account;
  const own = calls.filter((entry) => accountOf(entry) === teller);
  if (own.some((entry) => isAcceptedWithReport(entry, task, center.switches))) return [];
  const last = listReports(traffic, idsOf(task)).at(-1)?.seq ?? 0;
  const told = silent.findLast((entry) => {
    const button = buttonOf(task, entry);
    const isBefore = own.includes(entry) && entry.seq < last;
    return isBefore && button !== undefined && causesReport(button, center.switches);
  });
  return told === undefined ? [] : [told];
}

export function isUnanswered({ status, ended }: TrafficEntry): boolean {
  return status === undefined && ended !== undefined;
}

function isAcceptedWithReport(entry: TrafficEntry, task: CenterTask, switches: Switches): boolean {
  const button = buttonOf(task, entry);
  return isTaken(entry, switches) && button !== undefined && causesReport(button, switches);
}

/** Each report adds a record of the person who pressed: the presses without one are their latest. */
export function findUnreported(center: CenterState, task: CenterTask, calls: readonly TrafficEntry[]): TrafficEntry[] {
  if (!isOpen(task) && !isEndedInCenter(task)) return [];
  const taken = calls.filter((entry) => isAcceptedWithReport(entry, task, center.switches));
  const records = new Map<string, number>();
  for (const { handler } of task.records) records.set(handler, (records.get(handler) ?? 0) + 1);
  return taken.filter((entry) => {
    const account = accountOf(entry);
    const left = records.get(account) ?? 0;
    records.set(account, left - 1);
    return left <= 0;
  });
}

/** By a press of BREAK_UP or REVOKE while it was open. */
function isEndedInCenter({ state, changes }: CenterTask): boolean {
  return changes.some(({ cause, to }) => cause === 'press' && to === state);
}

/** Whether the task changes only by a report after a press of the button: see follow-press.ts. */
function causesReport({ type }: CenterButton, { followsUp }: Switches): boolean {
  switch (type) {
    case 'HANDLE':
    case 'DEAL':
    case 'TRANSFER':
      return true;
    case 'BREAK_UP':
    case 'REVOKE':
      return !followsUp;
    default:
      return false;
  }
}

/** Buttons for after a handling: what they lead to may be reported of other tasks of the transaction, or not at all. */
const MAY_CAUSE_REPORT: ReadonlySet<ActionType> = new Set(['HANDLEDR', 'PROMOTER']);

/** Whether a report that such a press may cause is missing: the latest of its transaction was not taken, or none is sent. */
export function isReportUntaken(
  center: CenterState,
  traffic: readonly TrafficEntry[],
  task: CenterTask,
  entry: TrafficEntry,
): boolean {
  const type = buttonOf(task, entry)?.type;
  if (type === undefined || !MAY_CAUSE_REPORT.has(type) || !isTaken(entry, center.switches)) return false;
  const ids = idsOfTransaction(center, task);
  const since = listReports(traffic, ids).filter(({ seq }) => seq > entry.seq);
  // What comes later is about something else.
  if (since.some((report) => isTakenAnswer(describeAnswer(report, ids)))) return false;
  if (since.length > 0 || findOutage(traffic) !== undefined) return true;
  return listUntaken(center, traffic).has(task.transactionId);
}
