import type { ListedTask } from '../../tasks/lists.ts';
import { ControlFailure } from '../control/call-control.ts';
import { explainAnswer, type PressOutcome } from '../press/explain-press.ts';
import { explainStale, type TaskSight } from '../press/explain-stale.ts';
import type { Texts } from '../texts/en.ts';
import { type BatchLine, type BatchRun, isTaken, isUnanswered } from './batch-run.ts';

/** Tasks of a batch that were not done for the same reason. */
export interface NotDone {
  readonly outcome: PressOutcome;
  readonly tasks: readonly ListedTask[];
}

export interface BatchSum {
  /** Their reports have arrived. */
  readonly done: readonly ListedTask[];
  /** The most frequent reason first. */
  readonly notDone: readonly NotDone[];
  /** "2 of 6 done, 1 accepted without its report, 1 refused, 2 not pressed" */
  readonly inWords: string;
}

/** For whom a batch is summed up. */
export type BatchSight = Pick<TaskSight, 'account' | 'texts' | 'times' | 'nameOf'>;

/** @param unreported ids of the tasks on which an accepted press of the account has no report yet */
export function sumUp({ tasks, lines }: BatchRun, unreported: ReadonlySet<string>, sight: BatchSight): BatchSum {
  const { texts } = sight;
  const isReported = ({ task }: BatchLine) => !unreported.has(task.taskId);
  const taken = lines.filter(isTaken);
  const done = taken.filter(isReported).map(({ task }) => task);
  const unanswered = lines.filter(isUnanswered).length;
  const reasons = new Map<string, NotDone>();
  for (const line of lines.filter((each) => !(isTaken(each) && isReported(each)))) {
    const outcome = isTaken(line) ? explainUnreported(line, texts) : explainLine(line, sight, isReported(line));
    const key = JSON.stringify(outcome);
    reasons.set(key, { outcome, tasks: [...(reasons.get(key)?.tasks ?? []), line.task] });
  }
  return {
    done,
    notDone: [...reasons.values()].toSorted((one, other) => other.tasks.length - one.tasks.length),
    inWords: texts.batch.summary({
      all: tasks.length,
      done: done.length,
      accepted: taken.length - done.length,
      refused: lines.length - taken.length - unanswered,
      unanswered,
      left: tasks.length - lines.length,
    }),
  };
}

function explainUnreported({ button }: BatchLine, { press, batch }: Texts): PressOutcome {
  return { tone: 'accent', isWaiting: true, headline: press.accepted(button), hint: batch.acceptedHint };
}

function explainLine(line: BatchLine, sight: BatchSight, isReported: boolean): PressOutcome {
  const { button, answer } = line;
  const { press, failure, batch } = sight.texts;
  const first = explainFirst(line, sight, isReported);
  if (!(answer instanceof ControlFailure)) {
    const outcome = explainAnswer(button, answer, sight.texts);
    return first === undefined ? outcome : { ...outcome, hint: first };
  }
  if (answer.code === 'ERR_NOT_OFFERED' || answer.code === 'ERR_TASK_UNKNOWN') {
    const hint = first === undefined ? press.notOfferedHint : press.sentences(press.notOfferedHint, first);
    return { tone: 'warning', headline: press.stale, hint };
  }
  return answer.code === 'ERR_UNREACHABLE'
    ? { tone: 'warning', headline: press.cutOff(button), hint: batch.cutOffHint }
    : { tone: 'danger', headline: failure.refused, hint: answer.message };
}

/**
 * Of a press that came too late: whose was first.
 * @param isReported whether no report of the account on the task is missing by now
 */
function explainFirst(
  { button, answer, after }: BatchLine,
  sight: BatchSight,
  isReported: boolean,
): string | undefined {
  if (after === undefined) return undefined;
  const presses = after.presses.map((press) => {
    const hasArrived = isReported && press.account === sight.account && press.state === 'accepted';
    return hasArrived ? { ...press, state: 'done' as const } : press;
  });
  const isRefused = answer instanceof ControlFailure;
  const late = { uuid: isRefused ? '' : answer.uuid, type: 'HANDLE', button } as const;
  const known = { isUnhandled: false, isOver: false, isResting: false, isActivated: false, isConnected: true };
  return explainStale({ ...sight, ...after, ...known, presses }, late, !isRefused);
}
