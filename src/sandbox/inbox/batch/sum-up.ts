import type { ListedTask } from '../../tasks/lists.ts';
import { ControlFailure } from '../control/call-control.ts';
import { explainAnswer, type PressOutcome } from '../task/explain-press.ts';
import type { Texts } from '../texts/en.ts';
import type { BatchLine, BatchRun } from './use-batch.ts';

/** Tasks of a batch that were not done for the same reason. */
export interface NotDone {
  readonly outcome: PressOutcome;
  readonly tasks: readonly ListedTask[];
}

export interface BatchSum {
  readonly done: readonly ListedTask[];
  /** The most frequent reason first. */
  readonly notDone: readonly NotDone[];
  /** "2 of 5 done, 1 refused, 2 not pressed" */
  readonly inWords: string;
}

export function sumUp({ tasks, lines }: BatchRun, texts: Texts): BatchSum {
  const done = lines.filter(isDone).map(({ task }) => task);
  const unanswered = lines.filter(isUnanswered).length;
  const reasons = new Map<string, NotDone>();
  for (const line of lines.filter((each) => !isDone(each))) {
    const outcome = explainLine(line, texts);
    const key = JSON.stringify(outcome);
    reasons.set(key, { outcome, tasks: [...(reasons.get(key)?.tasks ?? []), line.task] });
  }
  return {
    done,
    notDone: [...reasons.values()].toSorted((one, other) => other.tasks.length - one.tasks.length),
    inWords: texts.batch.summary({
      all: tasks.length,
      done: done.length,
      refused: lines.length - done.length - unanswered,
      unanswered,
      left: tasks.length - lines.length,
    }),
  };
}

function isDone({ answer }: BatchLine): boolean {
  return !(answer instanceof ControlFailure) && answer.taken;
}

/** Nobody knows whether it was done. */
function isUnanswered({ answer }: BatchLine): boolean {
  return answer instanceof ControlFailure ? answer.code === 'ERR_UNREACHABLE' : answer.status === undefined;
}

function explainLine({ button, answer }: BatchLine, texts: Texts): PressOutcome {
  if (!(answer instanceof ControlFailure)) return explainAnswer(button, answer, texts);
  const { press, failure } = texts;
  if (answer.code === 'ERR_NOT_OFFERED' || answer.code === 'ERR_TASK_UNKNOWN') {
    return { tone: 'warning', headline: press.stale, hint: press.notOfferedHint };
  }
  return answer.code === 'ERR_UNREACHABLE'
    ? { tone: 'warning', headline: press.cutOff(button), hint: texts.batch.cutOffHint }
    : { tone: 'danger', headline: failure.refused, hint: answer.message };
}
