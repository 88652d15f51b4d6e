import type { CenterTask } from '../../state/center-state.ts';
import { useCenter } from '../control/center.tsx';
import { nameTask } from '../parts/about.ts';
import { Avatar } from '../parts/avatar.tsx';
import { addressOf } from '../routes.ts';
import { useTexts } from '../settings/language.tsx';

/** More would be a list of the company. */
const MOST = 3;

interface ContinueAsProps {
  readonly account: string;
  /** An open task. */
  readonly task: Omit<CenterTask, 'buttons'>;
  /** Nothing beside it says which task it is. */
  readonly namesNode?: boolean;
}

/** Links to a task in the lists of the others who may handle it. */
export function ContinueAs({ account, task, namesNode = false }: ContinueAsProps) {
  const texts = useTexts();
  const { nameOf, handlersOf } = useCenter();
  const others = handlersOf(task).filter((each) => each !== account);
  if (others.length === 0) return null;
  return (
    <span class="continue-as">
      {others.slice(0, MOST).map((other) => (
        <a
          key={other}
          class="button is-small"
          href={`#${addressOf({ screen: 'inbox', account: other, list: 'pending', item: task.taskId })}`}
        >
          <Avatar name={nameOf(other)} seed={other} isSmall /> {texts.history.continueAs(nameOf(other))}
          {namesNode ? ` · ${nameTask(task, texts)}` : null}
        </a>
      ))}
    </span>
  );
}
