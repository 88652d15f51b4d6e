import { useId } from 'preact/hooks';
import type { PressAnswer } from '../../control/task-routes.ts';
import type { ListedTask } from '../../tasks/lists.ts';
import { useTexts } from '../settings/language.tsx';
import { explainAnswer } from '../task/explain-press.ts';
import { PressResult } from '../task/press-result.tsx';

export interface BatchLine {
  readonly taskId: string;
  /** The task before the batch; it may have left the list since. */
  readonly task: ListedTask | undefined;
  readonly button: string;
  readonly answer: PressAnswer;
}

/** The result of each task of a batch; a failure does not affect the other tasks. */
export function BatchResults({ lines }: { readonly lines: readonly BatchLine[] }) {
  const texts = useTexts();
  const titleId = useId();
  const taken = lines.filter(({ answer }) => answer.taken).length;
  return (
    <section class="batch-results" aria-labelledby={titleId}>
      <h3 id={titleId}>
        {texts.batch.results}: {texts.batch.summary(taken, lines.length)}
      </h3>
      <ul>
        {lines.map(({ taskId, task, button, answer }) => (
          <li key={taskId}>
            <p class="batch-results-task">
              {task?.taskName ?? task?.nodeName ?? taskId} <span class="mono">{task?.serialNumber}</span>
            </p>
            <PressResult outcome={explainAnswer(button, answer, texts)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
