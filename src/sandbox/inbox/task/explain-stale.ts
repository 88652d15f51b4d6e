import type { ActionType } from '../../../protocol/constants.ts';
import type { TaskAnswer } from '../../control/task-routes.ts';
import type { TaskPress } from '../../tasks/list-presses.ts';
import type { RefusedReport, ReportAnswer } from '../../tasks/report-answers.ts';
import type { Times } from '../parts/times.tsx';
import type { Texts } from '../texts/en.ts';

/** What the page knows of a task, for the person who looks at it. */
export interface TaskSight {
  readonly account: string;
  readonly task: TaskAnswer['task'];
  /** The business system says that nobody handled it. */
  readonly isUnhandled: boolean;
  readonly presses: readonly TaskPress[];
  /** The task was handled, perhaps on a page, and the center has not taken the report. */
  readonly refusedReport?: RefusedReport | undefined;
  /** The sandbox can be reached now, as far as the page knows. */
  readonly isConnected: boolean;
  readonly texts: Texts;
  readonly times: Times;
  nameOf(account: string): string;
}

/** With these a person handles a task. */
const HANDLES: ReadonlySet<ActionType> = new Set(['HANDLE', 'DEAL', 'TRANSFER', 'ALL']);

const FOR_AFTER: ReadonlySet<ActionType> = new Set(['HANDLEDR', 'BREAK_UP', 'REVOKE', 'PROMOTER']);

/** Whether a button is for after the handling: whether it works depends on the step that the process is at. */
export function isForAfter(type: ActionType): boolean {
  return FOR_AFTER.has(type);
}

/** A press that came too late. */
interface LatePress {
  readonly uuid: string;
  readonly type: ActionType;
}

/**
 * Why a press came too late (2005): whose handling was first, and whether it was an earlier press of the same person, or
 * that the process has gone on.
 */
export function explainStale(sight: TaskSight, { uuid, type }: LatePress): string {
  const { account, task, isUnhandled, presses, times, texts, nameOf } = sight;
  const { press } = texts;
  if (isForAfter(type)) return findUnheard(sight, { uuid, type }) ?? press.wentOn;
  const others = presses.filter((each) => each.uuid !== uuid && HANDLES.has(each.type ?? 'HANDLE'));
  const own = others.filter((each) => each.account === account);
  const accepted = own.find(({ state }) => state === 'accepted');
  if (accepted !== undefined) {
    return press.sentences(press.own, describeMissingReport(accepted, sight), press.notTwice);
  }
  const record = task.records.at(-1);
  if (isUnhandled) return press.sentences(press.takenAway(record?.handleStatus ?? ''), press.notTwice);
  const handled = own.findLast(({ state }) => state === 'done');
  if (task.records.some(({ handler }) => handler === account)) {
    const first = handled === undefined ? press.ownRecord : press.ownDone(handled.button, times.clock(handled.at));
    return press.sentences(first, press.notTwice);
  }
  if (record !== undefined) return press.sentences(press.byOther(record.handlerName), press.notTwice);
  // Its report did not count any more, because the transaction had ended.
  if (handled !== undefined) return press.sentences(press.own, press.notTwice);
  const foreign = others.find(({ state }) => state === 'accepted');
  if (foreign !== undefined) {
    return press.sentences(press.othersReport(nameOf(foreign.account), foreign.button), press.notTwice);
  }
  const { refusedReport } = sight;
  if (refusedReport !== undefined) return press.sentences(describeUnreported(refusedReport, sight), press.notTwice);
  const unanswered = own.findLast(({ state }) => state === 'unanswered');
  if (unanswered !== undefined) return press.ownUnanswered(unanswered.button, times.clock(unanswered.at));
  return press.staleHint;
}

/** That an earlier press of the same button got no answer, and may have done what this one was for; undefined if there is none. */
export function findUnheard(
  { account, presses, times, texts }: TaskSight,
  { uuid, type }: LatePress,
): string | undefined {
  const unheard = presses.findLast(
    (each) => each.uuid !== uuid && each.account === account && each.type === type && each.state === 'unanswered',
  );
  return unheard && texts.press.ownUnheard(unheard.button, times.clock(unheard.at));
}

/** Who has handled the task, and what became of the report. */
export function describeUnreported({ account, lastAnswer }: RefusedReport, sight: TaskSight): string {
  const { press } = sight.texts;
  const who = account === sight.account ? press.ownUnreported : press.othersUnreported(sight.nameOf(account));
  return press.sentences(who, press.lastAnswer(nameAnswer(lastAnswer, sight.texts)));
}

/** When the press was made, and what became of its report. */
export function describeMissingReport({ at, button, lastAnswer }: TaskPress, { texts, times }: TaskSight): string {
  const { press } = texts;
  const missing = press.reportMissing(button, times.clock(at));
  if (lastAnswer === undefined) return missing;
  return press.sentences(missing, press.lastAnswer(nameAnswer(lastAnswer, texts)));
}

function nameAnswer({ status, code }: ReportAnswer, { press }: Texts): string {
  if (status === undefined) return press.noAnswer;
  return code === undefined ? `HTTP ${status}` : press.code(String(code));
}
