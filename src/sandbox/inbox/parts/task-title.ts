import type { CenterTask } from '../../state/center-state.ts';
import type { ListedTask } from '../../tasks/lists.ts';
import type { Texts } from '../texts/en.ts';

type NamedTask =
  | Pick<CenterTask, 'given' | 'nodeName' | 'repetition'>
  | Pick<ListedTask, 'taskName' | 'nodeName' | 'repetition'>;

/** The name of a task, with a number if the same people have had this node of the matter before: `Check (2)`. */
export function nameTask(task: NamedTask, { aside }: Pick<Texts, 'aside'>): string {
  const { taskName = task.nodeName } = 'given' in task ? task.given : task;
  return task.repetition === undefined ? taskName : taskName + aside(String(task.repetition));
}

/** What is known of a task, in one line: `Taxi, 40 euros · Check · EXPENSES-1`. */
export function titleTask(...parts: readonly (string | undefined)[]): string {
  return parts.filter(Boolean).join(' · ');
}
