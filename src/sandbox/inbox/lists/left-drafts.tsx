import type { ListedTask } from '../../tasks/lists.ts';
import { addressOf } from '../routes.ts';
import { useTexts } from '../settings/language.tsx';
import { KeptDraft } from '../task/kept-draft.tsx';
import { useTaskDrafts } from '../task/use-draft.ts';

interface LeftDraftsProps {
  readonly account: string;
  readonly pending: readonly ListedTask[];
  /** The task that is open: it shows its draft itself. */
  readonly open: string | undefined;
}

/** What a person wrote on tasks that have left the list since, which nothing else leads to. */
export function LeftDrafts({ account, pending, open }: LeftDraftsProps) {
  const { lists: texts } = useTexts();
  const drafts = useTaskDrafts(account).filter(
    (draft) => draft.taskId !== open && !pending.some(({ taskId }) => taskId === draft.taskId),
  );
  return drafts.map(({ taskId, opinion, write }) => (
    <div key={taskId} class="kept-opinion">
      <KeptDraft title={texts.leftDraft} opinion={opinion} onDiscard={() => write('')}>
        <a class="button is-small" href={`#${addressOf({ screen: 'inbox', account, list: 'pending', item: taskId })}`}>
          {texts.openTask}
        </a>
      </KeptDraft>
    </div>
  ));
}
