import { useEffect, useRef } from 'preact/hooks';
import { useAnnounce } from '../../../page/parts/live-region.tsx';
import type { PressesAnswer, TaskAnswer } from '../../control/task-routes.ts';
import type { TaskPress } from '../../tasks/list-presses.ts';
import { useCenter } from '../control/center.tsx';
import { useConnection } from '../control/change-stream.ts';
import { useResource } from '../control/use-resource.ts';
import { useTimes } from '../parts/times.tsx';
import { useTexts } from '../settings/language.tsx';
import { isOpen } from '../task/is-open.ts';
import {
  explainAccepted,
  explainPress,
  explainUnheard,
  explainUnreported,
  isCutOff,
  type PressOutcome,
} from './explain-press.ts';
import { isPressedByOther, type TaskSight } from './explain-stale.ts';
import { type Attempt, type Pressing, pathOf } from './use-press.ts';

interface Outcome {
  /** What became of the latest press; without one in this page, of an earlier one whose report or answer is missing. */
  readonly outcome: PressOutcome | undefined;
  /** The latest press got no answer from the sandbox, and can be repeated. */
  readonly canRetry: boolean;
  /** The account has handled the task, and the report is missing. */
  readonly isAccepted: boolean;
  /** Which report is missing, if the outcome does not say so. */
  readonly missing: string | undefined;
  /** Somebody else has handled the task, and the report is missing. */
  readonly isPressedByOther: boolean;
}

/**
 * Explains the latest press, and explains it again when its report arrives.
 * @param isResting whether the process rests, as far as the page knows
 */
export function useOutcome(
  pressed: Pick<TaskSight, 'account' | 'task' | 'isUnhandled' | 'isOver'>,
  isResting: boolean,
  { attempt, pending, isDismissed }: Pick<Pressing, 'attempt' | 'pending' | 'isDismissed'>,
): Outcome {
  const { account, task } = pressed;
  const isActivated = useIsActivated(attempt, isResting);
  const texts = useTexts();
  const times = useTimes();
  const { nameOf } = useCenter();
  const announce = useAnnounce();
  const { data } = useResource<PressesAnswer>(`${pathOf(task.taskId)}/presses`, ['tasks', 'traffic']);
  const presses = isOpen(task) ? latestOf(data?.presses ?? [], attempt?.presses ?? []) : (data?.presses ?? []);
  const isConnected = useConnection() !== 'lost';
  const { refusedReport } = data ?? {};
  const sight: TaskSight = {
    ...pressed,
    ...{ presses, refusedReport, isResting, isActivated, isConnected },
    texts,
    times,
    nameOf,
  };
  const accepted = presses.findLast((press) => press.account === account && press.state === 'accepted');
  const unreported = explainUnreported(sight);
  const isOver = useIsOver(task, attempt) || (attempt !== undefined && isOpened(attempt) && unreported !== undefined);
  const told = attempt === undefined || isOver ? undefined : explainPress(attempt, sight);
  const waiting = accepted === undefined ? unreported : explainAccepted(accepted, sight);
  const isPast = told?.isTaken === true && isTakenByOther(sight);
  const isFresh = attempt === undefined && pending === undefined && !isDismissed;
  const outcome = isPast ? undefined : (told ?? waiting ?? (isFresh ? explainUnheard(sight) : undefined));
  const missing = accepted === undefined ? undefined : explainAccepted(accepted, sight).hint;
  // Announced once for each press and each headline.
  const headline = attempt === undefined ? undefined : outcome?.headline;
  useEffect(() => {
    if (outcome !== undefined && attempt !== undefined) announce(texts.press.inWords(outcome.headline, outcome.hint));
  }, [attempt, headline]);
  return {
    outcome,
    canRetry: attempt !== undefined && isCutOff(attempt, sight),
    isAccepted: accepted !== undefined || unreported !== undefined,
    missing: missing !== undefined && outcome?.hint.includes(missing) === true ? undefined : missing,
    isPressedByOther: isPressedByOther(sight),
  };
}

/** Whether the transaction was ended by somebody else: what was done before is past. */
function isTakenByOther({ task: { state, changes }, account }: Pick<TaskSight, 'task' | 'account'>): boolean {
  const last = changes.at(-1);
  return (state === 'terminated' || state === 'recalled') && last?.cause === 'press' && last.handler !== account;
}

/** Whether the process was seen to rest since the press, and rests no more. */
function useIsActivated(attempt: Attempt | undefined, isResting: boolean): boolean {
  const restedAfter = useRef<Attempt>();
  if (isResting) restedAfter.current = attempt;
  return !isResting && attempt !== undefined && restedAfter.current === attempt;
}

/** Whether a page was opened. */
function isOpened({ answer }: Attempt): boolean {
  return 'opened' in answer && answer.opened !== undefined;
}

/** Whether the work on the page that was opened is done: the task has changed since, or people were informed of it. */
function useIsOver(task: TaskAnswer['task'], attempt: Attempt | undefined): boolean {
  const path = `/transactions/${encodeURIComponent(task.transactionId)}/messages`;
  const opens = attempt !== undefined && isOpened(attempt);
  const { data } = useResource<{ readonly messages: readonly unknown[] }>(opens ? path : undefined, ['messages']);
  const begun = useRef<{ attempt?: Attempt | undefined; mark?: string; count?: number | undefined }>({});
  const { state, handlers, records, changes } = task;
  const mark = JSON.stringify([state, handlers, records.length, changes.length]);
  const count = data?.messages.length;
  if (begun.current.attempt !== attempt) begun.current = { attempt, mark };
  begun.current.count ??= count;
  return opens && (begun.current.mark !== mark || begun.current.count !== count);
}

/** What was fetched before a press has ended does not have it, or has it as running: then the answer after it counts. */
function latestOf(fetched: readonly TaskPress[], after: readonly TaskPress[]): readonly TaskPress[] {
  const known = new Map(fetched.map((press) => [press.uuid, press]));
  const isLate = after.some(({ uuid, state }) => {
    const seen = known.get(uuid)?.state;
    return seen === undefined || (seen === 'running' && state !== 'running');
  });
  return isLate ? after : fetched;
}
