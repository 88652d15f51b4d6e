import type { ActionType } from '../../../protocol/constants.ts';
import type { TaskAnswer } from '../../control/task-routes.ts';
import type { TaskPress } from '../../tasks/list-presses.ts';
import type { RefusedReport, ReportAnswer } from '../../tasks/report-answers.ts';
import type { Times } from '../parts/times.tsx';
import { isOpen } from '../task/is-open.ts';
import type { Texts } from '../texts/en.ts';

/** What the page knows of a task, for the person who looks at it. */
export interface TaskSight {
  readonly account: string;
  readonly task: TaskAnswer['task'];
  /** The business system says that nobody handled it. */
  readonly isUnhandled: boolean;
  /** The transaction has ended. */
  readonly isOver: boolean;
  /** The process rests now, as far as the page knows. */
  readonly isResting: boolean;
  /** The process, which was suspended at the press, runs again. */
  readonly isActivated: boolean;
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
  /** The label of the button. */
  readonly button: string;
}

/** What made a press come too late. */
interface First {
  readonly reason: string;
  /** The label of the button, if the same person pressed it first and it is known. */
  readonly ownButton?: string | undefined;
}

/**
 * Why a press came too late (2005): whose handling was first, and whether it was an earlier press of the same person, or
 * that the process has gone on.
 * @param saysEffect whether it also says that the press had no effect
 */
export function explainStale(sight: TaskSight, late: LatePress, saysEffect = true): string {
  const { press } = sight.texts;
  if (isForAfter(late.type)) return findUnheard(sight, late) ?? (sight.isOver ? press.ended : press.wentOn);
  if (late.type === 'ACTIVE' && isOpen(sight.task)) return findUnheard(sight, late) ?? press.notSuspended;
  const first = findFirst(sight, late);
  if (first === undefined) return explainUnanswered(sight, late) ?? press.staleHint;
  if (!saysEffect) return first.reason;
  return press.sentences(first.reason, first.ownButton === late.button ? press.notTwice : press.withoutEffect);
}

function findFirst(sight: TaskSight, { uuid }: LatePress): First | undefined {
  const { account, task, isUnhandled, presses, refusedReport, times, texts, nameOf } = sight;
  const { press } = texts;
  const others = presses.filter((each) => each.uuid !== uuid && HANDLES.has(each.type ?? 'HANDLE'));
  const own = others.filter((each) => each.account === account);
  const accepted = own.find(({ state }) => state === 'accepted');
  if (accepted !== undefined) {
    return { reason: press.sentences(press.own, describeMissingReport(accepted, sight)), ownButton: accepted.button };
  }
  const record = task.records.at(-1);
  if (isUnhandled) return { reason: press.takenAway(record?.handleStatus ?? '') };
  const handled = own.findLast(({ state }) => state === 'done');
  const ownRecord = task.records.findLast(({ handler }) => handler === account);
  if (ownRecord !== undefined) {
    if (handled === undefined) return { reason: press.ownRecord, ownButton: ownRecord.handleStatus };
    return { reason: press.ownDone(handled.button, times.clock(handled.at)), ownButton: handled.button };
  }
  if (record !== undefined) return { reason: press.byOther(record.handlerName) };
  // Its report did not count any more, because the transaction had ended.
  if (handled !== undefined) return { reason: press.own, ownButton: handled.button };
  const foreign = others.find(({ state }) => state === 'accepted');
  if (foreign !== undefined) return { reason: press.othersReport(nameOf(foreign.account), foreign.button) };
  return refusedReport && { reason: describeUnreported(refusedReport, sight) };
}

/** Whether somebody else has handled the task, and the center has not taken a report of it. */
export function isPressedByOther({ account, presses, refusedReport, times }: TaskSight): boolean {
  if (refusedReport !== undefined && refusedReport.account !== account) return true;
  return presses.some(
    (each) =>
      each.account !== account &&
      each.state === 'accepted' &&
      isReportLate(each, times.now) &&
      HANDLES.has(each.type ?? 'HANDLE'),
  );
}

/** Most reports arrive at once. */
const LATE_MS = 5_000;

/** Whether the report of an accepted press, or an earlier one, was not taken, or does not come. @param now of the center's clock */
export function isReportLate(
  { at, lastAnswer, earlierAnswer }: Pick<TaskPress, 'at' | 'lastAnswer' | 'earlierAnswer'>,
  now: number,
): boolean {
  return lastAnswer !== undefined || earlierAnswer !== undefined || now - at > LATE_MS;
}

/** Whether a person handles a task with a button. */
export function isForHandling(type: ActionType): boolean {
  return HANDLES.has(type);
}

/** That an earlier press of the person got no answer, and may have been accepted; undefined if there is none. */
function explainUnanswered({ account, presses, times, texts }: TaskSight, { uuid }: LatePress): string | undefined {
  const unanswered = presses.findLast(
    (each) =>
      each.uuid !== uuid &&
      each.account === account &&
      HANDLES.has(each.type ?? 'HANDLE') &&
      each.state === 'unanswered',
  );
  return unanswered && texts.press.ownUnanswered(unanswered.button, times.clock(unanswered.at));
}

/** That an earlier press of the same button got no answer, and may have done what this one was for; undefined if there is none. */
export function findUnheard(
  { account, presses, times, texts }: TaskSight,
  { uuid, type }: Pick<LatePress, 'uuid' | 'type'>,
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
export function describeMissingReport(accepted: TaskPress, { texts, times }: TaskSight): string {
  const { press } = texts;
  const { at, button, lastAnswer, earlierAnswer } = accepted;
  const missing = press.reportMissing(button, times.clock(at));
  if (lastAnswer !== undefined) return press.sentences(missing, press.lastAnswer(nameAnswer(lastAnswer, texts)));
  if (earlierAnswer === undefined) return missing;
  return press.sentences(missing, press.earlierAnswer(nameAnswer(earlierAnswer, texts)));
}

function nameAnswer({ status, code }: ReportAnswer, { press }: Texts): string {
  if (status === undefined) return press.noAnswer;
  return code === undefined ? `HTTP ${status}` : press.code(String(code));
}
