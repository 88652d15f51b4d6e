import { type MutableRef, useId } from 'preact/hooks';
import type { ListedTask } from '../../tasks/lists.ts';
import { aboutOf } from '../parts/about.ts';
import { PressResult } from '../press/press-result.tsx';
import { useTexts } from '../settings/language.tsx';
import type { BatchRun } from './batch-run.ts';
import { sumUp } from './sum-up.ts';
import { useBatchSight } from './use-batch-sight.ts';

interface BatchResultsProps {
  readonly account: string;
  readonly run: BatchRun;
  /** Ids of the tasks whose accepted press has no report yet. */
  readonly unreported: ReadonlySet<string>;
  readonly titleRef: MutableRef<HTMLHeadingElement | null>;
}

/** What was done, what was not and why; a failure does not affect the other tasks. */
export function BatchResults({ account, run, unreported, titleRef }: BatchResultsProps) {
  const texts = useTexts();
  const titleId = useId();
  const { done, notDone, inWords } = sumUp(run, unreported, useBatchSight(account));
  return (
    // It scrolls, so keys must reach it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section class="batch-results" aria-labelledby={titleId} tabIndex={0}>
      <h3 id={titleId} ref={titleRef} tabIndex={-1}>
        {texts.batch.results}
        {texts.colon}
        {inWords}
      </h3>
      {run.endedBy === undefined ? null : <p class="hint">{texts.batch.endedBy[run.endedBy]}</p>}
      <ul>
        {notDone.map(({ outcome, tasks }) => (
          <li key={JSON.stringify(outcome)}>
            <PressResult outcome={outcome} />
            <TaskNames tasks={tasks} />
          </li>
        ))}
      </ul>
      {done.length === 0 ? null : (
        <details>
          <summary>{texts.batch.done(done.length)}</summary>
          <TaskNames tasks={done} />
        </details>
      )}
    </section>
  );
}

function TaskNames({ tasks }: { readonly tasks: readonly ListedTask[] }) {
  return (
    <ul class="batch-results-tasks">
      {tasks.map((task) => (
        <li key={task.taskId}>
          {aboutOf(task) ?? task.taskName ?? task.nodeName} <span class="mono">{task.serialNumber}</span>
        </li>
      ))}
    </ul>
  );
}
