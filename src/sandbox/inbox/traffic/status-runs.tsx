import { Chip } from '../../../page/parts/chip.tsx';
import { FailureNotice } from '../../../page/parts/failure-notice.tsx';
import type { StatusRun } from '../../tasks/ask-status.ts';
import { useResource } from '../control/call-control.ts';
import { useCenter } from '../control/center.tsx';
import { When } from '../parts/times.tsx';
import { useTexts } from '../settings/language.tsx';

interface StatusRunsAnswer {
  readonly runs: readonly StatusRun[];
}

/** The task-status requests of the center, the latest first, with the problems of the answers. */
export function StatusRuns() {
  const { clock: texts } = useTexts().traffic;
  const { appName } = useCenter();
  const { data, failure, reload } = useResource<StatusRunsAnswer>('/status-runs', ['tasks', 'traffic']);
  const runs = (data?.runs ?? []).toReversed();
  return (
    <>
      <h3>{texts.runs}</h3>
      {data === undefined && failure !== undefined ? <FailureNotice failure={failure} retry={reload} /> : null}
      {data !== undefined && runs.length === 0 ? <p class="hint">{texts.noRuns}</p> : null}
      <ul class="runs">
        {runs.map((run) => (
          <li key={`${run.at} ${run.appId} ${run.taskIds.join()}`}>
            <p>
              <When at={run.at} isFull /> · {texts.trigger[run.trigger]} · {appName(run.appId)} ·{' '}
              {texts.tasks(run.taskIds.length, countClosed(run))}{' '}
              <Chip tone={run.problems.length === 0 ? 'success' : 'danger'}>{texts.problems(run.problems.length)}</Chip>
            </p>
            {run.problems.map(({ taskId, message }) => (
              <p class="hint" key={`${taskId} ${message}`} lang="en">
                {taskId === undefined ? '' : `${taskId}: `}
                {message}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The number of open tasks that the business system reports as closed. */
function countClosed({ states }: StatusRun): number {
  return Object.values(states).filter((state) => state !== 'IN_PROGRESS' && state !== 'SUSPENDED').length;
}
