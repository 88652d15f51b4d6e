import { useId } from 'preact/hooks';
import type { ListedTask } from '../../tasks/lists.ts';
import { TaskRow } from '../lists/task-row.tsx';
import { aboutOf } from '../parts/about.ts';
import { memo } from '../parts/memo.ts';
import { nameTask, titleTask } from '../parts/task-title.ts';
import { useTexts } from '../settings/language.tsx';

export interface BatchEntry {
  readonly task: ListedTask;
  /** Why it cannot be chosen; absent if it can. */
  readonly reason?: string;
}

interface BatchChoiceProps {
  readonly entries: readonly BatchEntry[];
  /** Ids of the tasks that are chosen. */
  readonly marked: ReadonlySet<string>;
  readonly onMark: (taskIds: readonly string[]) => void;
  /** Always the same function, so that only the row that is toggled is drawn again. */
  readonly onToggle: (taskId: string) => void;
}

export function BatchChoice({ entries, marked, onMark, onToggle }: BatchChoiceProps) {
  const { batch: texts } = useTexts();
  const possible = entries.flatMap(({ task, reason }) => (reason === undefined ? [task.taskId] : []));
  const count = possible.filter((taskId) => marked.has(taskId)).length;
  const isAll = possible.length > 0 && count === possible.length;
  return (
    <fieldset class="batch-choice">
      <legend class="visually-hidden">{texts.title}</legend>
      <div class="batch-bar">
        <span aria-live="polite">{texts.chosen(count)}</span>
        <button
          type="button"
          class="button is-quiet is-small"
          disabled={possible.length === 0}
          onClick={() => onMark(isAll ? [] : possible)}
        >
          {isAll ? texts.none : texts.all}
        </button>
      </div>
      {entries.map(({ task, reason }) => (
        <BatchRow
          key={task.taskId}
          task={task}
          reason={reason}
          isMarked={reason === undefined && marked.has(task.taskId)}
          onToggle={onToggle}
        />
      ))}
    </fieldset>
  );
}

interface BatchRowProps {
  readonly task: ListedTask;
  readonly reason: string | undefined;
  readonly isMarked: boolean;
  readonly onToggle: (taskId: string) => void;
}

const BatchRow = memo(function BatchRow({ task, reason, isMarked, onToggle }: BatchRowProps) {
  const reasonId = useId();
  const name = titleTask(aboutOf(task), nameTask(task, useTexts()), task.serialNumber);
  return (
    <label class={`row is-choice${reason === undefined ? '' : ' is-disabled'}`}>
      <input
        type="checkbox"
        aria-label={name}
        aria-describedby={reason === undefined ? undefined : reasonId}
        disabled={reason !== undefined}
        checked={isMarked}
        onChange={() => onToggle(task.taskId)}
      />
      <span class="row-body">
        <TaskRow task={task} />
        {reason === undefined ? null : (
          <small id={reasonId} class="row-reason">
            {reason}
          </small>
        )}
      </span>
    </label>
  );
});
