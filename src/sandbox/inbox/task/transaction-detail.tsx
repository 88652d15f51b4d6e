import { ArrowLeftRight, FileQuestion, Workflow } from 'lucide-preact';
import { useId } from 'preact/hooks';
import { FailureNotice } from '../../../page/parts/failure-notice.tsx';
import { Notice } from '../../../page/parts/notice.tsx';
import { Skeleton } from '../../../page/parts/skeleton.tsx';
import type { CenterTask, CenterTransaction } from '../../state/center-state.ts';
import type { TaskDiagram } from '../../tasks/ask-diagram.ts';
import type { ListedTransaction } from '../../tasks/lists.ts';
import { useResource } from '../control/call-control.ts';
import { useCenter } from '../control/center.tsx';
import { DiagramSection, useDiagram } from '../diagram/diagram-section.tsx';
import { History } from '../history/history.tsx';
import { isUnhandled, lastChangeOf } from '../history/history-events.ts';
import { StateChip } from '../lists/state-chip.tsx';
import { aboutOf, nameTask } from '../parts/about.ts';
import { useTimes, When } from '../parts/times.tsx';
import { Decide, isSuspended, usableButtons } from '../press/decide.tsx';
import { addressOf } from '../routes.ts';
import { useTexts } from '../settings/language.tsx';
import { BackLink } from './back-link.tsx';
import { useDescribeHandlers } from './describe-handlers.ts';
import { Summaries } from './task-facts.tsx';

interface TransactionDetailProps {
  readonly account: string;
  readonly transactionId: string;
}

interface TransactionAnswer {
  readonly transaction: CenterTransaction;
  readonly tasks: readonly Omit<CenterTask, 'buttons'>[];
}

/** A transaction as its initiator sees it: its progress, and the buttons for the initiator. */
export function TransactionDetail({ account, transactionId }: TransactionDetailProps) {
  const { task: texts } = useTexts();
  const { processName } = useCenter();
  const mine = useResource<{ readonly transactions: readonly ListedTransaction[] }>(
    `/accounts/${encodeURIComponent(account)}/initiated`,
    ['tasks'],
  );
  const whole = useResource<TransactionAnswer>(`/transactions/${encodeURIComponent(transactionId)}`, ['tasks']);
  const listed = mine.data?.transactions.find((each) => each.transactionId === transactionId);
  // The two answers may be of different moments.
  const known = listed?.tasks.filter(({ taskId }) => whole.data?.tasks.some((each) => each.taskId === taskId)) ?? [];
  const latest = known.findLast(({ buttons }) => buttons.length > 0) ?? known.at(-1);
  const diagram = useDiagram(latest?.taskId);
  const failure = whole.failure ?? mine.failure;
  if (listed === undefined || whole.data === undefined) {
    const isGone = mine.data !== undefined && (listed === undefined || failure?.code === 'ERR_TRANSACTION_UNKNOWN');
    return (
      <div class="detail">
        <BackLink account={account} list="initiated" />
        {isGone ? (
          <Notice icon={FileQuestion} title={texts.gone.transaction} hint={texts.gone.hint} />
        ) : failure === undefined ? (
          <Skeleton rows={3} />
        ) : (
          <FailureNotice failure={failure} retry={whole.reload} />
        )}
      </div>
    );
  }
  const { transaction, tasks } = whole.data;
  const about = aboutOf({ summary: transaction.transSummary, transactionName: transaction.transactionName });
  const task = tasks.find(({ taskId }) => taskId === latest?.taskId);
  const drawn = diagram.data?.diagram;
  const isResting = task !== undefined && isSuspended(task, drawn);
  return (
    <article class="detail">
      <BackLink account={account} list="initiated" />
      <header class="detail-heading">
        <p class="overline">
          {about === undefined ? null : (
            <span class="overline-process">
              <Workflow size={15} aria-hidden="true" /> {processName(transaction.transTypeCode)}
            </span>
          )}
          {transaction.serialNumber === undefined ? null : <span class="mono">{transaction.serialNumber}</span>}
        </p>
        <div class="detail-title">
          <h2>{about ?? processName(transaction.transTypeCode)}</h2>
          <StateChip state={listed.state} />
        </div>
      </header>
      <Summaries entries={transaction.transSummary} />
      {task === undefined ? null : (
        <>
          <Decide
            {...{ account, task, tasks, isResting }}
            list="initiated"
            buttons={usableButtons(latest?.buttons ?? [], transaction, isResting)}
            subject={transactionId}
            onPressed={whole.reload}
          />
          <DiagramSection diagram={diagram} />
        </>
      )}
      <TransactionTasks {...{ account, transactionId, tasks }} diagram={drawn} />
      <History account={account} answer={{ transaction, tasks }} diagram={drawn} />
    </article>
  );
}

interface TransactionTasksProps {
  readonly account: string;
  readonly transactionId: string;
  readonly tasks: readonly Omit<CenterTask, 'buttons'>[];
  readonly diagram: TaskDiagram | undefined;
}

function TransactionTasks({ account, transactionId, tasks, diagram }: TransactionTasksProps) {
  const texts = useTexts();
  const times = useTimes();
  const describeHandlers = useDescribeHandlers();
  const titleId = useId();
  return (
    <section class="card" aria-labelledby={titleId}>
      <h3 id={titleId}>{texts.task.tasksOf}</h3>
      <ul class="task-table">
        {tasks.map((task) => (
          <li key={task.taskId}>
            <span>
              <span>{nameTask(task, texts)}</span> <span class="muted">{describeHandlers(task)}</span>
            </span>
            <StateChip state={isUnhandled(diagram, task.taskId) ? 'ended' : task.state} />
            <When at={lastChangeOf(task, times)} />
          </li>
        ))}
      </ul>
      <div class="facts-links">
        <a href={`#${addressOf({ screen: 'traffic', account, view: 'calls', transactionId })}`}>
          <ArrowLeftRight size={15} aria-hidden="true" /> {texts.task.traffic}
        </a>
      </div>
    </section>
  );
}
