import type { TaskAnswer } from '../../control/task-routes.ts';
import type { ListedTask } from '../../tasks/lists.ts';
import { useNames } from '../control/center.tsx';
import { useResource } from '../control/use-resource.ts';
import { useCalledDiagram } from '../diagram/use-diagram.ts';
import { LastEvent } from '../history/taken-note.tsx';
import { aboutOf } from '../parts/about.ts';
import { nameTask, titleTask } from '../parts/task-title.ts';
import { addressOf } from '../routes.ts';
import { useTexts } from '../settings/language.tsx';
import { KeptDraft } from './kept-draft.tsx';
import { type TaskDraft, useTaskDrafts } from './use-draft.ts';

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
  const { lists: texts } = useTexts();
  const notes = drafts.map((draft) => <LeftDraft key={draft.taskId} {...{ account, draft }} />);
  if (notes.length < 2) return <>{notes}</>;
  // Several would push the list off the screen.
  return (
    <details class="left-drafts">
      <summary>{texts.leftDrafts(notes.length)}</summary>
      {notes}
    </details>
  );
}

interface LeftDraftProps {
  readonly account: string;
  readonly draft: TaskDraft;
}

function LeftDraft({ account, draft: { taskId, opinion, write } }: LeftDraftProps) {
  const { lists: texts } = useTexts();
  const titleOf = useTaskTitle();
  const path = `/tasks/${encodeURIComponent(taskId)}?account=${encodeURIComponent(account)}`;
  const diagram = useCalledDiagram(taskId);
  // It may no longer be in the center.
  const { data } = useResource<TaskAnswer>(path, ['tasks']);
  return (
    <div class="kept-opinion">
      <KeptDraft
        title={texts.leftDraft(data && titleOf(data))}
        news={data && <LastEvent answer={data} diagram={diagram.data?.diagram} />}
        opinion={opinion}
        onDiscard={() => write('')}
      >
        <a class="button is-small" href={`#${addressOf({ screen: 'inbox', account, list: 'pending', item: taskId })}`}>
          {texts.openTask}
        </a>
      </KeptDraft>
    </div>
  );
}

/** What a task is about, its node, and its number. */
function useTaskTitle(): (answer: TaskAnswer) => string {
  const { processName } = useNames();
  const texts = useTexts();
  return ({ task, transaction: { transactionName, transSummary, transTypeCode, serialNumber } }) => {
    const about = aboutOf({ summary: task.given.taskSummary ?? transSummary, transactionName });
    return titleTask(about ?? processName(transTypeCode), nameTask(task, texts), serialNumber);
  };
}
