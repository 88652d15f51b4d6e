import type { ListedTask } from '../../tasks/lists.ts';
import { TaskRow } from '../lists/task-row.tsx';
import { aboutOf, nameTask, titleTask } from '../parts/about.ts';
import { useTexts } from '../settings/language.tsx';

interface BatchChoiceProps {
  readonly tasks: readonly ListedTask[];
  /** Ids of the tasks that are chosen. */
  readonly marked: readonly string[];
  readonly onMark: (taskIds: readonly string[]) => void;
}

export function BatchChoice({ tasks, marked, onMark }: BatchChoiceProps) {
  const texts = useTexts();
  const { batch } = texts;
  const isAll = marked.length === tasks.length;
  const toggle = (taskId: string) =>
    onMark(marked.includes(taskId) ? marked.filter((id) => id !== taskId) : [...marked, taskId]);
  return (
    <fieldset class="batch-choice">
      <legend class="visually-hidden">{batch.title}</legend>
      <div class="batch-bar">
        <span role="status">{batch.chosen(marked.length)}</span>
        <button
          type="button"
          class="button is-quiet is-small"
          onClick={() => onMark(isAll ? [] : tasks.map(({ taskId }) => taskId))}
        >
          {isAll ? batch.none : batch.all}
        </button>
      </div>
      {tasks.map((task) => (
        <label key={task.taskId} class="row is-choice">
          <input
            type="checkbox"
            aria-label={titleTask(aboutOf(task), nameTask(task, texts), task.serialNumber)}
            checked={marked.includes(task.taskId)}
            onChange={() => toggle(task.taskId)}
          />
          <span class="row-body">
            <TaskRow task={task} />
          </span>
        </label>
      ))}
    </fieldset>
  );
}
