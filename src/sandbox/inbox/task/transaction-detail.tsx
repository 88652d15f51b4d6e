import { ArrowLeftRight, Workflow } from 'lucide-preact';
import { useId, useState } from 'preact/hooks';
import { Skeleton } from '../../../page/parts/skeleton.tsx';
import type { CenterTask, CenterTransaction } from '../../state/center-state.ts';
import type { TaskDiagram } from '../../tasks/ask-diagram.ts';
import type { ListedTransaction } from '../../tasks/lists.ts';
import { useCenter } from '../control/center.tsx';
import { useResource } from '../control/use-resource.ts';
import { DiagramSection } from '../diagram/diagram-section.tsx';
import { useDiagram } from '../diagram/use-diagram.ts';
import { useDraft } from '../drafts/use-draft.ts';
import { isUnhandled } from '../history/diagram-reports.ts';
import { History } from '../history/history.tsx';
import { lastEventOf } from '../history/history-events.ts';
import { sinceOf } from '../history/open-events.ts';
import { useHistoryWords } from '../history/use-history-words.ts';
import { StateChip } from '../lists/state-chip.tsx';
import { aboutOf } from '../parts/about.ts';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Summaries } from '../parts/summaries.tsx';
import { nameTask } from '../parts/task-title.ts';
import { When } from '../parts/when.tsx';
import { Decide } from '../press/decide.tsx';
import { isOver } from '../press/judge-button.ts';
import { hasPress, isUnsettled } from '../press/use-press.ts';
import { addressOf } from '../routes.ts';
import { useTexts } from '../settings/language.tsx';
import { BackLink } from './back-link.tsx';
import { Gone } from './gone.tsx';
import { isOpen } from './is-open.ts';

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
  const [pressed, setPressed] = useState<string>();
  // What comes of the last press stays when the transaction has gone on to another task.
  const isDecided = ({ taskId }: Pick<CenterTask, 'taskId'>) =>
    taskId === latest?.taskId ||
    (pressed === undefined ? hasPress(account, taskId) : taskId === pressed || isUnsettled(account, taskId));
  const diagram = useDiagram(latest?.taskId);
  const draft = useDraft(account, { transaction: transactionId });
  const failure = whole.failure ?? mine.failure;
  const back = <BackLink account={account} list="initiated" />;
  if (mine.data !== undefined && (listed === undefined || failure?.code === 'ERR_TRANSACTION_UNKNOWN')) {
    return (
      <div class="detail">
        {back}
        <Gone subject="transaction" draft={draft} />
      </div>
    );
  }
  if (listed === undefined || whole.data === undefined) {
    return (
      <div class="detail">
        {back}
        {failure === undefined ? <Skeleton rows={3} /> : <FailureNotice failure={failure} retry={whole.reload} />}
      </div>
    );
  }
  const { transaction, tasks } = whole.data;
  const about = aboutOf({ summary: transaction.transSummary, transactionName: transaction.transactionName });
  return (
    <article class="detail">
      {back}
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
      {tasks.map((task) =>
        isDecided(task) ? (
          <Decide
            key={task.taskId}
            account={account}
            list="initiated"
            task={task}
            buttons={task.taskId === latest?.taskId ? latest.buttons : []}
            isPast={task.taskId !== latest?.taskId}
            situation={{
              ...{ isSuspended: latest?.state === 'suspended', isMatterSuspended: listed.state === 'suspended' },
              isOver: isOver(transaction),
              diagram,
            }}
            draft={draft}
            onPress={() => setPressed(task.taskId)}
            onPressed={whole.reload}
          />
        ) : null,
      )}
      {latest === undefined ? null : <DiagramSection diagram={diagram} />}
      <TransactionTasks {...{ account, transactionId, tasks }} diagram={diagram.data?.diagram} />
      <History account={account} answer={{ transaction, tasks }} diagram={diagram.data?.diagram} />
    </article>
  );
}

function TransactionTasks(props: {
  readonly account: string;
  readonly transactionId: string;
  readonly tasks: readonly Omit<CenterTask, 'buttons'>[];
  readonly diagram: TaskDiagram | undefined;
}) {
  const texts = useTexts();
  const titleId = useId();
  const { account, transactionId, tasks, diagram } = props;
  const words = useHistoryWords(diagram);
  return (
    <section class="card" aria-labelledby={titleId}>
      <h3 id={titleId}>{texts.task.tasksOf}</h3>
      <ul class="task-table">
        {tasks.map((task) => (
          <li key={task.taskId}>
            <span>
              <span>{nameTask(task, texts)}</span> <span class="muted">{words.handlersOf(task)}</span>
            </span>
            <StateChip state={isUnhandled(diagram, task.taskId) ? 'ended' : task.state} />
            <When at={isOpen(task) ? sinceOf(task, words) : (lastEventOf(task, words)?.at ?? task.createdAt)} />
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
