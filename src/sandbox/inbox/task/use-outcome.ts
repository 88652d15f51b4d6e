import { useEffect } from 'preact/hooks';
import type { PressesAnswer, TaskAnswer } from '../../control/task-routes.ts';
import type { TaskPress } from '../../tasks/list-presses.ts';
import { useCenter } from '../control/center.tsx';
import { useResource } from '../control/use-resource.ts';
import { useAnnounce } from '../parts/live-region.tsx';
import { useTimes } from '../parts/times.ts';
import { useTexts } from '../settings/language.tsx';
import { explainAccepted, explainPress, type PressOutcome } from './explain-press.ts';
import { type Attempt, pathOf } from './use-press.ts';

interface Outcome {
  /** What became of the latest press; without one in this page, an accepted press whose report is missing. */
  readonly outcome: PressOutcome | undefined;
  /** The account has pressed a button that was accepted, and the report is missing. */
  readonly isAccepted: boolean;
}

/** Explains the latest press, and explains it again when its report arrives. */
export function useOutcome(account: string, task: TaskAnswer['task'], attempt: Attempt | undefined): Outcome {
  const texts = useTexts();
  const times = useTimes();
  const { nameOf } = useCenter();
  const announce = useAnnounce();
  const { data } = useResource<PressesAnswer>(`${pathOf(task.taskId)}/presses`, ['tasks', 'traffic']);
  const isOpen = task.state === 'pending' || task.state === 'suspended';
  const presses = isOpen ? latestOf(data?.presses ?? [], attempt?.presses ?? []) : (data?.presses ?? []);
  const sight = { account, task, presses, texts, times, nameOf };
  const accepted = presses.findLast((press) => press.account === account && press.state === 'accepted');
  const outcome =
    attempt !== undefined
      ? explainPress(attempt, sight)
      : accepted === undefined
        ? undefined
        : explainAccepted(accepted, sight);
  // Announced once for each press and each headline.
  const headline = attempt === undefined ? undefined : outcome?.headline;
  useEffect(() => {
    if (outcome !== undefined && attempt !== undefined) announce(`${outcome.headline}. ${outcome.hint}`);
  }, [attempt, headline]);
  return { outcome, isAccepted: accepted !== undefined };
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
