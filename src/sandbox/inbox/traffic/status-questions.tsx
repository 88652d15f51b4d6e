import { useId } from 'preact/hooks';
import { Chip } from '../../../page/parts/chip.tsx';
import type { TrafficEntry } from '../../http/traffic.ts';
import { nameTask, titleTask } from '../parts/task-title.ts';
import { useTexts } from '../settings/language.tsx';
import type { CallWords } from './describe-call.ts';
import { readQuestions } from './read-call.ts';

interface StatusQuestionsProps {
  readonly call: TrafficEntry;
  readonly words: CallWords;
}

/** The tasks whose state the center asks for: those of the transaction that the calls are filtered by first. */
export function StatusQuestions({ call, words }: StatusQuestionsProps) {
  const titleId = useId();
  if (call.call !== 'taskStatus') return null;
  const { named, transactionId, texts } = words;
  const questions = readQuestions(call);
  const own = questions.filter(({ taskId }) => named.tasks[taskId]?.transactionId === transactionId);
  const others = questions.filter((question) => !own.includes(question));
  return (
    <section class="card" aria-labelledby={titleId}>
      <h3 id={titleId}>{texts.call.states}</h3>
      {own.length === 0 ? (
        <QuestionList questions={others} words={words} />
      ) : (
        <>
          <QuestionList questions={own} words={words} />
          {others.length === 0 ? null : (
            <details class="other-questions">
              <summary>{texts.call.others(others.length)}</summary>
              <QuestionList questions={others} words={words} />
            </details>
          )}
        </>
      )}
    </section>
  );
}

interface QuestionListProps {
  readonly questions: ReturnType<typeof readQuestions>;
  readonly words: CallWords;
}

function QuestionList({ questions, words: { named, texts, nameOf, groupName } }: QuestionListProps) {
  const all = useTexts();
  /** Several people may have the same node of a matter. */
  const describe = (taskId: string) => {
    const task = named.tasks[taskId];
    if (task === undefined) return taskId;
    const people = [...task.handlers.map(nameOf), ...task.groups.map(groupName)].join(all.and);
    return titleTask(nameTask(task, all), people);
  };
  return (
    <ul class="task-table is-pairs">
      {questions.map(({ taskId, state }) => (
        <li key={taskId}>
          <span>
            {describe(taskId)} <span class="mono">{named.tasks[taskId]?.serialNumber}</span>
          </span>
          <Chip>{state === '' ? texts.call.noState : state}</Chip>
        </li>
      ))}
    </ul>
  );
}
