import { CirclePause, FileQuestion, Info, UserCheck } from 'lucide-preact';
import { FailureNotice } from '../../../page/parts/failure-notice.tsx';
import { Notice } from '../../../page/parts/notice.tsx';
import { Skeleton } from '../../../page/parts/skeleton.tsx';
import type { TaskAnswer } from '../../control/task-routes.ts';
import { useResource } from '../control/call-control.ts';
import { useCenter } from '../control/center.tsx';
import { DiagramSection, useDiagram } from '../diagram/diagram-section.tsx';
import { History } from '../history/history.tsx';
import { Decide, isForNobody, isSuspended, usableButtons } from '../press/decide.tsx';
import { useTexts } from '../settings/language.tsx';
import { BackLink } from './back-link.tsx';
import { Summaries, TaskFacts } from './task-facts.tsx';
import { TaskHeading } from './task-heading.tsx';

interface TaskDetailProps {
  readonly account: string;
  readonly list: 'pending' | 'handled';
  readonly taskId: string;
}

/** One task: its facts, its buttons, the diagram and the history. */
export function TaskDetail({ account, list, taskId }: TaskDetailProps) {
  const { task: texts, delegate } = useTexts();
  const { nameOf } = useCenter();
  const path = `/tasks/${encodeURIComponent(taskId)}?account=${encodeURIComponent(account)}`;
  const { data, failure, reload } = useResource<TaskAnswer>(path, ['tasks']);
  const diagram = useDiagram(taskId);
  if (data === undefined) {
    return (
      <div class="detail">
        <BackLink account={account} list={list} />
        {failure === undefined ? (
          <Skeleton rows={3} />
        ) : failure.code === 'ERR_TASK_UNKNOWN' ? (
          <Notice icon={FileQuestion} title={texts.gone.task} hint={texts.gone.hint} />
        ) : (
          <FailureNotice failure={failure} retry={reload} />
        )}
      </div>
    );
  }
  const { task, transaction, offered = [], warnings, delegatedBy } = data;
  const shown = offered.find((each) => each.list === list) ?? offered.find((each) => each.list !== 'initiated');
  const drawn = diagram.data?.diagram;
  const isResting = isSuspended(task, drawn);
  const canDelegate = shown?.list === 'pending' && task.state === 'pending' && task.given.canDelegate === 1;
  return (
    <article class="detail">
      <BackLink account={account} list={list} />
      <TaskHeading task={task} transaction={transaction} diagram={drawn} />
      {isResting ? (
        <p class="banner is-warning">
          <CirclePause size={18} aria-hidden="true" /> {texts.suspended}
        </p>
      ) : null}
      {delegatedBy !== undefined && shown?.list === 'pending' ? (
        <p class="banner">
          <UserCheck size={18} aria-hidden="true" /> {delegate.toYou(nameOf(delegatedBy))}
        </p>
      ) : null}
      {offered.length === 0 ? (
        <p class="banner" role="status">
          <Info size={18} aria-hidden="true" /> {texts.inNoList(nameOf(account))}
        </p>
      ) : null}
      <Warnings warnings={warnings} />
      <Summaries entries={task.given.taskSummary ?? transaction.transSummary} />
      <TaskFacts {...{ account, task, transaction, canDelegate }} />
      <Decide
        {...{ account, task, isResting }}
        list={shown?.list ?? 'handled'}
        buttons={usableButtons(shown?.buttons ?? [], transaction, isResting)}
        tasks={data.tasks}
        subject={taskId}
        isForNobody={isForNobody(data)}
        leadsOn={list === 'pending'}
        onPressed={reload}
      />
      <DiagramSection diagram={diagram} />
      <History account={account} answer={data} diagram={drawn} />
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
