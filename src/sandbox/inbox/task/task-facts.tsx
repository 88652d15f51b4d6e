import { ArrowLeftRight, ExternalLink } from 'lucide-preact';
import { Chip } from '../../../page/parts/chip.tsx';
import type { TaskAnswer } from '../../control/task-routes.ts';
import { callControl } from '../control/call-control.ts';
import { useCenter } from '../control/center.tsx';
import { contentOf, isOpen } from '../parts/about.ts';
import { useTimes, When } from '../parts/times.tsx';
import { webAddress } from '../parts/web-address.ts';
import { addressOf } from '../routes.ts';
import { useTexts } from '../settings/language.tsx';
import { Delegate } from './delegate.tsx';

const HOUR_MS = 3_600_000;

interface TaskFactsProps extends Pick<TaskAnswer, 'task' | 'transaction'> {
  readonly account: string;
  /** The account may delegate the task. */
  readonly canDelegate: boolean;
}

export function TaskFacts({ account, task, transaction, canDelegate }: TaskFactsProps) {
  const { task: texts, delegate, and } = useTexts();
  const { nameOf } = useCenter();
  const { delegates = [] } = task;
  const times = useTimes();
  const { timeOut } = task.given;
  const dueAt = timeOut === undefined ? undefined : task.createdAt + timeOut * HOUR_MS;
  return (
    <div class="facts-bar">
      <dl class="facts">
        <div>
          <dt>{texts.handlers}</dt>
          <dd>
            <Handlers task={task} />
          </dd>
        </div>
        <div>
          <dt>{texts.initiator}</dt>
          <dd>{transaction.initiatorName}</dd>
        </div>
        <div>
          <dt>{texts.since}</dt>
          <dd>
            <When at={task.createdAt} isFull />
          </dd>
        </div>
        {dueAt === undefined ? null : (
          <div>
            <dt>{texts.due}</dt>
            <dd>
              <When at={dueAt} isFull />{' '}
              {isOpen(task) && dueAt < times.now ? <Chip tone="danger">{texts.overdue}</Chip> : null}
            </dd>
          </div>
        )}
        {delegates.length === 0 && !canDelegate ? null : (
          <div class="facts-delegates">
            <dt>{delegate.to}</dt>
            <dd>
              {delegates.length === 0 ? <span class="muted">{delegate.nobody}</span> : delegates.map(nameOf).join(and)}
              {canDelegate ? <Delegate account={account} task={task} /> : null}
            </dd>
          </div>
        )}
      </dl>
      <div class="facts-links">
        <PageLink account={account} task={task} />
        <a
          href={`#${addressOf({ screen: 'traffic', account, view: 'calls', transactionId: transaction.transactionId })}`}
        >
          <ArrowLeftRight size={15} aria-hidden="true" /> {texts.traffic}
        </a>
      </div>
    </div>
  );
}

/** Who may handle it; for a group, its members. */
function Handlers({ task: { handlers, groups } }: Pick<TaskAnswer, 'task'>) {
  const { task: texts, and } = useTexts();
  const { nameOf, membersOf, groupName } = useCenter();
  if (handlers.length > 0) return <>{handlers.map(nameOf).join(and)}</>;
  return (
    <>
      {groups.map((group) => (
        <span key={group} class="group">
          {texts.groupOf(groupName(group))} <small class="muted">{membersOf(group).join(and)}</small>
        </span>
      ))}
    </>
  );
}

/** The task's page in the business system. Following the link opens the task, and the center may ask for its state. */
function PageLink({ account, task }: { readonly account: string; readonly task: TaskAnswer['task'] }) {
  const { task: texts, buttons, aside } = useTexts();
  const isPending = task.state === 'pending';
  const address = webAddress(isPending ? task.given.handleUrl : task.given.viewUrl);
  if (address === undefined) return null;
  const open = () => {
    // The lists show the result; if it is refused, the page says why.
    callControl(`/tasks/${encodeURIComponent(task.taskId)}/open`, { method: 'POST', body: { account } }).catch(
      () => undefined,
    );
  };
  return (
    <a href={address} target="_blank" rel="noopener noreferrer" onClick={open}>
      <ExternalLink size={15} aria-hidden="true" /> {isPending ? texts.openPage : texts.viewPage}
      <span class="visually-hidden">{aside(buttons.opensPage)}</span>
    </a>
  );
}

/** The maximum of the spec; further entries are not shown. */
const MOST = 5;

interface SummariesProps {
  /** `title|content` each, in this order. */
  readonly entries: readonly string[];
}

export function Summaries({ entries }: SummariesProps) {
  if (entries.length === 0) return null;
  return (
    <dl class="summaries">
      {entries.slice(0, MOST).map((entry, index) => (
        <div key={`${index} ${entry}`}>
          <dt>{entry.split('|', 1)}</dt>
          <dd>{contentOf(entry) || '–'}</dd>
        </div>
      ))}
    </dl>
  );
}
