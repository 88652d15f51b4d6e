import { CirclePause, Info, UserCheck } from 'lucide-preact';
import { Skeleton } from '../../../page/parts/skeleton.tsx';
import type { TaskList } from '../../../protocol/constants.ts';
import type { TaskAnswer } from '../../control/task-routes.ts';
import { useCenter } from '../control/center.tsx';
import { useResource } from '../control/use-resource.ts';
import { DiagramSection } from '../diagram/diagram-section.tsx';
import { useDiagram } from '../diagram/use-diagram.ts';
import { useDraft } from '../drafts/use-draft.ts';
import { isUnhandled } from '../history/diagram-reports.ts';
import { History } from '../history/history.tsx';
import { TakenNote } from '../history/taken-note.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Summaries } from '../parts/summaries.tsx';
import { Decide } from '../press/decide.tsx';
import { isOver } from '../press/judge-button.ts';
import { useTexts } from '../settings/language.tsx';
import { BackLink } from './back-link.tsx';
import { mayDelegate } from './delegate.tsx';
import { Gone } from './gone.tsx';
import { isOpen } from './is-open.ts';
import { TaskFacts } from './task-facts.tsx';
import { TaskHeading } from './task-heading.tsx';

interface TaskDetailProps {
  readonly account: string;
  readonly list: 'pending' | 'handled';
  readonly taskId: string;
  /** A batch that is running will press a button of it. */
  readonly isInBatch: boolean;
}

/** One task: its facts, its buttons, the diagram and the history. */
export function TaskDetail({ account, list, taskId, isInBatch }: TaskDetailProps) {
  const { task: texts, delegate } = useTexts();
  const { nameOf } = useCenter();
  const path = `/tasks/${encodeURIComponent(taskId)}?account=${encodeURIComponent(account)}`;
  const { data, failure, reload } = useResource<TaskAnswer>(path, ['tasks']);
  const diagram = useDiagram(taskId);
  const draft = useDraft(account, { task: taskId });
  const draftAfter = useDraft(account, { after: taskId });
  if (data === undefined) {
    return (
      <div class="detail">
        <BackLink account={account} list={list} />
        {failure === undefined ? (
          <Skeleton rows={3} />
        ) : failure.code === 'ERR_TASK_UNKNOWN' ? (
          <Gone subject="task" draft={draft} />
        ) : (
          <FailureNotice failure={failure} retry={reload} />
        )}
      </div>
    );
  }
  const { task, transaction, offered = [], warnings, delegatedBy } = data;
  const shown = offered.find((each) => each.list === list) ?? offered.find((each) => each.list !== 'initiated');
  const summary = task.given.taskSummary ?? transaction.transSummary;
  const isPending = offered.some((each) => each.list === 'pending');
  const shownDiagram = diagram.data?.diagram;
  const isOwn = task.records.some(({ handler }) => handler === account) && !isUnhandled(shownDiagram, taskId);
  const isTaken = list === 'pending' && !isPending && !isOwn;
  const isSuspended = task.state === 'suspended';
  const isInNoList = offered.length === 0;
  const canContinue = shownDiagram?.status !== 'suspended';
  return (
    <article class="detail">
      <BackLink account={account} list={list} />
      <TaskHeading task={task} transaction={transaction} diagram={shownDiagram} />
      {isSuspended ? (
        <p class="banner is-warning">
          <CirclePause size={18} aria-hidden="true" />{' '}
          {shownDiagram?.status === 'running' ? texts.suspendedHere : texts.suspended}
        </p>
      ) : null}
      {delegatedBy !== undefined && shown?.list === 'pending' ? (
        <p class="banner">
          <UserCheck size={18} aria-hidden="true" /> {delegate.toYou(nameOf(delegatedBy))}
        </p>
      ) : null}
      {isInNoList || isTaken ? (
        <TakenNote account={account} answer={data} diagram={shownDiagram} isInNoList={isInNoList} />
      ) : null}
      <Warnings warnings={warnings} />
      <Summaries entries={summary} />
      <TaskFacts account={account} task={task} transaction={transaction} canDelegate={mayDelegate(data)} />
      <Decide
        account={account}
        // Who only hears of a task expects no buttons.
        list={(shown?.list ?? (isInNoList ? 'handled' : list)) satisfies TaskList}
        task={task}
        buttons={shown?.buttons ?? []}
        situation={{
          isSuspended,
          isMatterSuspended: data.transactionState === 'suspended',
          isOver: isOver(transaction),
          diagram,
        }}
        draft={isOpen(task) ? draft : draftAfter}
        {...(isOpen(task) ? {} : { earlier: draft })}
        isInBatch={isInBatch}
        onPressed={reload}
        waiting={canContinue ? data.tasks.filter((each) => each.state === 'pending' && each.taskId !== taskId) : []}
        leadsOn={list === 'pending' && shown?.list !== 'pending'}
      />
      <DiagramSection diagram={diagram} />
      <History account={account} answer={data} diagram={shownDiagram} />
    </article>
  );
}

function Warnings({ warnings }: { readonly warnings: readonly string[] }) {
  const { task: texts } = useTexts();
  if (warnings.length === 0) return null;
  return (
    <div class="banner is-warning">
      <Info size={18} aria-hidden="true" />
      <div>
        <p>{texts.warnings}</p>
        <ul lang="en">
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      </div>
    </div>
  );
}
