import type { TaskAnswer } from '../../control/task-routes.ts';
import type { ListedTask } from '../../tasks/lists.ts';
import { useNames } from '../control/center.tsx';
import { useResource } from '../control/use-resource.ts';
import { aboutOf } from '../parts/about.ts';
import { addressOf } from '../routes.ts';
import { useTexts } from '../settings/language.tsx';
import { KeptDraft } from '../task/kept-draft.tsx';
import { type TaskDraft, useTaskDrafts } from '../task/use-draft.ts';

interface LeftDraftsProps {
  readonly account: string;
  readonly pending: readonly ListedTask[];
  /** The task that is open: it shows its draft itself. */
  readonly open: string | undefined;
}

/** What a person wrote on tasks that have left the list since, which nothing else leads to. */
export function LeftDrafts({ account, pending, open }: LeftDraftsProps) {
  const drafts = useTaskDrafts(account).filter(
    (draft) => draft.taskId !== open && !pending.some(({ taskId }) => taskId === draft.taskId),
  );
  return drafts.map((draft) => <LeftDraft key={draft.taskId} {...{ account, draft }} />);
}

interface LeftDraftProps {
  readonly account: string;
  readonly draft: TaskDraft;
}

function LeftDraft({ account, draft: { taskId, opinion, write } }: LeftDraftProps) {
  const { lists: texts } = useTexts();
  return (
    <div class="kept-opinion">
      <KeptDraft title={texts.leftDraft(useTaskTitle(account, taskId))} opinion={opinion} onDiscard={() => write('')}>
        <a class="button is-small" href={`#${addressOf({ screen: 'inbox', account, list: 'pending', item: taskId })}`}>
          {texts.openTask}
        </a>
      </KeptDraft>
    </div>
  );
}

/** What the task is about, and its node; undefined while that is not known, or if the center no longer has it. */
function useTaskTitle(account: string, taskId: string): string | undefined {
  const { processName } = useNames();
  const path = `/tasks/${encodeURIComponent(taskId)}?account=${encodeURIComponent(account)}`;
  const { data } = useResource<TaskAnswer>(path, ['tasks']);
  if (data === undefined) return undefined;
  const { task, transaction } = data;
  const { transactionName, transSummary, transTypeCode } = transaction;
  const about = aboutOf({ summary: task.given.taskSummary ?? transSummary, transactionName });
  return `${about ?? processName(transTypeCode)} · ${task.given.taskName ?? task.nodeName}`;
}
