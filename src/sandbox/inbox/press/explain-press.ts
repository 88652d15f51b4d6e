import type { Tone } from '../../../page/parts/chip.tsx';
import type { ActionType } from '../../../protocol/constants.ts';
import type { PressAnswer } from '../../control/task-routes.ts';
import type { TaskPress } from '../../tasks/list-presses.ts';
import { ControlFailure } from '../control/call-control.ts';
import { isOpen } from '../task/is-open.ts';
import type { Texts } from '../texts/en.ts';
import {
  describeMissingReport,
  describeUnreported,
  explainStale,
  findUnheard,
  isForAfter,
  isReportLate,
  type TaskSight,
} from './explain-stale.ts';
import { saysDone } from './says-done.ts';
import { type Attempt, isUnanswered } from './use-press.ts';

/** The result of a press, explained to the person who pressed. */
export interface PressOutcome {
  readonly tone: Tone;
  /** The business system accepted the press, and its report has not arrived. */
  readonly isWaiting?: boolean;
  /** The business system accepted the press, and nothing of it is missing. */
  readonly isTaken?: boolean;
  readonly headline: string;
  readonly hint: string;
  /** The message of the business system, else what is known of the answer; absent without one, and if it only says "done". */
  readonly systemWords?: string | undefined;
}

type Trouble =
  | 'stale'
  | 'unknown'
  | 'forbidden'
  | 'suspended'
  | 'invalid'
  | 'unreadable'
  | 'notAccepted'
  | 'failed'
  | 'unavailable'
  | 'silent'
  | 'refused';

const TONES: Readonly<Record<Trouble, Tone>> = {
  stale: 'warning',
  unknown: 'warning',
  forbidden: 'danger',
  suspended: 'warning',
  invalid: 'warning',
  unreadable: 'danger',
  notAccepted: 'danger',
  failed: 'danger',
  unavailable: 'danger',
  silent: 'warning',
  refused: 'danger',
};

/**
 * The codes of a bridge's answers (src/callback, PRESS_CODES and REFUSALS), which follow the spec's (Errors, Task
 * handling). Other business systems may use any codes: then only their own message is shown.
 */
const BY_CODE: ReadonlyMap<unknown, Trouble> = new Map<unknown, Trouble>([
  [2004, 'unknown'],
  [2005, 'stale'],
  [400, 'invalid'],
  [401, 'notAccepted'],
  [403, 'forbidden'],
  [423, 'suspended'],
  [500, 'failed'],
  [503, 'unavailable'],
]);

/** @param sight what the page knows of the task now, which may be later than the press */
export function explainPress(attempt: Attempt, sight: TaskSight): PressOutcome {
  const { answer, uuid } = attempt;
  const { name, type } = attempt.button;
  const own = sight.presses.find((press) => press.uuid === uuid);
  if (own?.state === 'accepted' && !saysMore(attempt)) return explainAccepted(own, sight);
  if (own?.state === 'overtaken') return explainOvertaken(name, sight.texts);
  if (answer instanceof ControlFailure) return explainFailure(attempt, answer, { ...sight, own });
  // The answer was lost, and what the button is for has come true.
  if (is('silent', answer) && hasComeTrue(type, { ...sight, own })) return explainTaken(name, sight.texts);
  const outcome = explainAnswer(name, answer, sight.texts);
  if (isStale(answer)) return { ...outcome, hint: explainStale(sight, { uuid, type, button: name }) };
  return is('suspended', answer) ? { ...outcome, hint: explainSuspended(attempt, sight) } : outcome;
}

/** Of what is not reported, only the process itself shows it. */
function hasComeTrue(
  type: ActionType,
  { task, isResting, own }: TaskSight & { readonly own: TaskPress | undefined },
): boolean {
  if (type === 'ACTIVE' && isOpen(task)) return !isResting;
  if (type === 'HANG_UP' && isOpen(task)) return isResting;
  return own?.state === 'done' && !isOpen(task);
}

/** What to do after a press that came while the process was suspended. */
function explainSuspended({ button: { type }, uuid }: Attempt, sight: TaskSight): string {
  const { suspendedHint, suspendedBeforeEnd, activatedHint } = sight.texts.press;
  const unheard = type === 'HANG_UP' ? findUnheard(sight, { uuid, type }) : undefined;
  if (unheard !== undefined) return unheard;
  if (!isOpen(sight.task) && !isForAfter(type)) return suspendedBeforeEnd;
  return sight.isActivated ? activatedHint : suspendedHint;
}

/** The answer alone, without what happens after it. */
export function explainAnswer(button: string, answer: PressAnswer, texts: Texts): PressOutcome {
  const { press } = texts;
  if (answer.opened !== undefined) return { tone: 'accent', headline: press.opened(button), hint: press.openedHint };
  if (answer.taken) return explainTaken(button, texts, wordsOf(answer.body));
  const trouble = troubleOf(answer);
  const words = wordsOf(answer.body) ?? answer.reason ?? press.withoutWords;
  return {
    tone: TONES[trouble],
    headline: trouble === 'silent' ? press.silent(button) : press[trouble],
    hint: press[`${trouble}Hint`],
    systemWords: trouble === 'silent' ? undefined : words,
  };
}

/** A press without effect is accepted as well: only the words of the business system say so. */
function explainTaken(button: string, { press }: Texts, words?: string): PressOutcome {
  if (words === undefined || saysDone(words, button))
    return { isTaken: true, tone: 'success', headline: press.taken(button), hint: press.takenHint };
  const { takenWithWords: headline, takenWithWordsHint: hint } = press;
  return { isTaken: true, tone: 'accent', headline: headline(button), hint, systemWords: words };
}

/** Whether the answer to a press for after the handling says what came of it, such as no effect: then no report need follow. */
function saysMore({ answer, button: { name, type } }: Attempt): boolean {
  if (answer instanceof ControlFailure || answer.opened !== undefined || !answer.taken || !isForAfter(type))
    return false;
  const words = wordsOf(answer.body);
  return words !== undefined && !saysDone(words, name);
}

/** The task was ended before the report of an accepted press arrived. */
function explainOvertaken(button: string, { press }: Texts): PressOutcome {
  return { tone: 'warning', headline: press.overtaken(button), hint: press.overtakenHint };
}

/** Whether a press came too late. */
export function isStale(answer: PressAnswer): boolean {
  return is('stale', answer);
}

function is(trouble: Trouble, answer: PressAnswer): boolean {
  return answer.opened === undefined && !answer.taken && troubleOf(answer) === trouble;
}

/** Whether a press got no answer from the sandbox, so that it can be repeated. */
export function isCutOff({ answer, uuid, button }: Attempt, sight: TaskSight): boolean {
  const state = sight.presses.find((press) => press.uuid === uuid)?.state;
  if (button.opens !== 'api' || isTooLate(button.type, sight)) return false;
  return isUnanswered(answer) && state !== 'accepted' && state !== 'overtaken' && state !== 'done';
}

/** Whether a press would have no effect any more. */
function isTooLate(type: ActionType, { task, isOver }: Pick<TaskSight, 'task' | 'isOver'>): boolean {
  return isForAfter(type) ? isOver && type !== 'HANDLEDR' : !isOpen(task);
}

/** A press that the business system accepted, without its report. */
export function explainAccepted(accepted: TaskPress, sight: TaskSight): PressOutcome {
  const { press } = sight.texts;
  return {
    tone: 'accent',
    isWaiting: true,
    headline: isReportLate(accepted, sight.times.now)
      ? press.accepted(accepted.button)
      : press.onItsWay(accepted.button),
    hint: describeMissingReport(accepted, sight),
  };
}

/** What the account has handled elsewhere, without its report; undefined if there is no such thing. */
export function explainUnreported(sight: TaskSight): PressOutcome | undefined {
  const { account, isUnhandled, refusedReport, texts } = sight;
  if (isUnhandled || refusedReport?.account !== account) return undefined;
  const hint = describeUnreported(refusedReport, sight);
  return { tone: 'accent', isWaiting: true, headline: texts.press.unreported, hint };
}

/** The latest press of the account, made before the page was loaded, has no answer; undefined if it has. */
export function explainUnheard({ account, task, presses, texts, times }: TaskSight): PressOutcome | undefined {
  const last = presses.findLast((press) => press.account === account);
  if (last?.state !== 'unanswered' || !isOpen(task)) return undefined;
  const { press } = texts;
  const hint = press.ownUnanswered(last.button, times.clock(last.at));
  return { tone: 'warning', headline: press.silent(last.button), hint };
}

/** The center itself refused to press, or did not answer. */
function explainFailure(
  { button: { name, type, opens }, uuid }: Attempt,
  failure: ControlFailure,
  { own, ...sight }: TaskSight & { readonly own: TaskPress | undefined },
): PressOutcome {
  const { press, failure: texts } = sight.texts;
  // Its message contains the address of the button, which is signed and of no use to people.
  if (failure.code === 'ERR_NOT_OFFERED') {
    const why = explainStale(sight, { uuid, type, button: name }, false);
    const hint = press.sentences(press.notOfferedHint, press.shownNow, why);
    return { tone: 'warning', headline: press.stale, hint };
  }
  if (failure.code !== 'ERR_UNREACHABLE') return { tone: 'danger', headline: texts.refused, hint: failure.message };
  if (own?.state === 'done') return explainTaken(name, sight.texts);
  if (!sight.isConnected) return { tone: 'danger', headline: texts.unreachable, hint: texts.unreachableHint };
  if (opens !== 'api') return { tone: 'warning', headline: press.cutOff(name), hint: press.openAgain };
  const hint = isTooLate(type, sight) ? explainStale(sight, { uuid, type, button: name }) : press.cutOffHint;
  return { tone: 'warning', headline: press.cutOff(name), hint };
}

/** The trouble of a press that was answered and not accepted. */
function troubleOf({ status, body }: PressAnswer): Trouble {
  if (status === undefined) return 'silent';
  const code = isObject(body) ? body.code : undefined;
  const trouble = BY_CODE.get(code) ?? BY_CODE.get(status) ?? (status >= 500 ? 'failed' : 'refused');
  // A press that was decided is answered with HTTP 200: with 400, the system got no further than to read it.
  return trouble === 'invalid' && status === 400 ? 'unreadable' : trouble;
}

const LONGEST_WORDS = 300;

function wordsOf(body: unknown): string | undefined {
  const words = isObject(body) ? body.message : body;
  if (typeof words !== 'string' || words.trim() === '') return undefined;
  return words.length > LONGEST_WORDS ? `${words.slice(0, LONGEST_WORDS)} …` : words;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
