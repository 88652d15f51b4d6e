import type { TaskAnswer } from '../../control/task-routes.ts';
import type { CenterTask } from '../../state/center-state.ts';
import type { ListedTask } from '../../tasks/lists.ts';
import type { Texts } from '../texts/en.ts';

/** Whether somebody still has to handle a task. */
export function isOpen({ state }: Pick<TaskAnswer['task'], 'state'>): boolean {
  return state === 'pending' || state === 'suspended';
}

/** As many as fit into a title. */
const MOST = 2;

interface Described {
  /** `title|content` each. */
  readonly summary: readonly string[];
  readonly transactionName?: string | undefined;
}

/** What a matter is about, such as "Taxi to the airport, 40 euros"; undefined if the business system says nothing. */
export function aboutOf(described: Described): string | undefined {
  const { transactionName = '' } = described;
  const naming = namingEntries(described);
  if (naming.length > 0) {
    const names = naming.map(nameEntry);
    return names.join(names.some(isChinese) ? '，' : ', ');
  }
  return transactionName === '' ? undefined : transactionName;
}

/** The entries of a summary that the title does not contain. */
export function besidesAbout(described: Described): readonly string[] {
  const naming = namingEntries(described);
  return described.summary.filter((entry) => !naming.includes(entry));
}

/** The first entries; none if the matter has a name of its own that they do not contain. */
function namingEntries({ summary, transactionName = '' }: Described): readonly string[] {
  const first = summary.filter((entry) => contentOf(entry) !== '').slice(0, MOST);
  const isNamed = transactionName === '' || first.some((entry) => contentOf(entry) === transactionName);
  return isNamed ? first : [];
}

/** A number alone says nothing: "Days: 2". */
function nameEntry(entry: string): string {
  const content = contentOf(entry);
  if (/\p{L}/u.test(content)) return content;
  const title = entry.split('|', 1).join('');
  return `${title}${isChinese(title) ? '：' : ': '}${content}`;
}

/** The summary has the language of the business system, whatever that of the page. */
function isChinese(text: string): boolean {
  return /\p{Script=Han}/u.test(text);
}

/** The content of a summary entry, `title|content`. */
export function contentOf(entry: string): string {
  return entry.split('|').slice(1).join('|').trim();
}

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
