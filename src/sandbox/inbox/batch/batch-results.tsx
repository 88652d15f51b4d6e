import { CircleCheck, TriangleAlert } from 'lucide-preact';
import { useId } from 'preact/hooks';
import type { PressAnswer } from '../../control/task-routes.ts';
import type { ListedTask } from '../../tasks/lists.ts';
import { aboutOf, nameTask, titleTask } from '../parts/about.ts';
import { Answer, useHeadline } from '../press/press-result.tsx';
import { useTexts } from '../settings/language.tsx';

/** What came of the press on one task. */
export interface TaskResult {
  /** As it was before; it may have left the list since. */
  readonly task: ListedTask;
  readonly button: string;
  readonly answer: PressAnswer;
}

/** A failure does not affect the other tasks. */
export function BatchResults({ results }: { readonly results: readonly TaskResult[] }) {
  const { batch: texts } = useTexts();
  const titleId = useId();
  return (
    // It scrolls, so keys must reach it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section class="batch-results" aria-labelledby={titleId} tabIndex={0}>
      <h3 id={titleId}>{texts.results(results.filter(({ answer }) => answer.taken).length, results.length)}</h3>
      <ul>
        {results.map((result) => (
          <Result key={result.task.taskId} result={result} />
        ))}
      </ul>
    </section>
  );
}

function Result({ result: { task, button, answer } }: { readonly result: TaskResult }) {
  const texts = useTexts();
  const headline = useHeadline(answer, button);
  const Icon = answer.taken ? CircleCheck : TriangleAlert;
  return (
    <li class={`result ${answer.taken ? 'is-success' : 'is-warning'}`}>
      <Icon size={18} aria-hidden="true" />
      <div>
        <p class="result-headline">{titleTask(aboutOf(task), nameTask(task, texts), task.serialNumber)}</p>
        <p>{headline}</p>
        <Answer answer={answer} />
      </div>
    </li>
  );
}
