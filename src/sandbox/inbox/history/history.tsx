import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Chip } from '../../../page/parts/chip.tsx';
import type { AcceptedAnswer } from '../../control/account-routes.ts';
import type { TaskAnswer } from '../../control/task-routes.ts';
import type { SentMessage } from '../../messages/message-views.ts';
import type { TaskDiagram } from '../../tasks/ask-diagram.ts';
import { useResource } from '../control/use-resource.ts';
import { Avatar } from '../parts/avatar.tsx';
import { When } from '../parts/when.tsx';
import { useTexts } from '../settings/language.tsx';
import { ContinueAs } from '../task/continue-as.tsx';
import { isOpen } from '../task/is-open.ts';
import type { HistoryEvent } from './history-event.ts';
import { listEvents } from './history-events.ts';
import { useHistoryWords } from './use-history-words.ts';

type HistoryProps = {
  readonly account: string;
  readonly answer: Pick<TaskAnswer, 'transaction' | 'tasks'> & Partial<Pick<TaskAnswer, 'previousActions'>>;
  readonly diagram: TaskDiagram | undefined;
};

/** The history of the transaction: who, when, with which opinion and outcome. */
export function History({ account, answer, diagram }: HistoryProps) {
  const { transaction, tasks, previousActions = [] } = answer;
  const left = previousActions.filter(({ times: most, executions }) => most === undefined || executions < most);
  const texts = useTexts();
  const titleId = useId();
  const path = `/transactions/${encodeURIComponent(transaction.transactionId)}`;
  const { data: sent } = useResource<{ readonly messages: readonly SentMessage[] }>(`${path}/messages`, ['messages']);
  const words = useHistoryWords(diagram);
  const isBehind = tasks.some((task) => isOpen(task) && words.untold(task.taskId) !== undefined);
  const acceptedPath = isBehind ? `${path}/accepted` : undefined;
  const { data: pressed } = useResource<AcceptedAnswer>(acceptedPath, ['tasks', 'traffic']);
  const told = { messages: sent?.messages ?? [], accepted: pressed?.accepted ?? [], diagram };
  const events = listEvents({ transaction, tasks, ...told }, words);
  return (
    <section class="card history" aria-labelledby={titleId}>
      <h3 id={titleId}>{texts.history.title}</h3>
      <ol class="timeline">
        {events.map((event) => (
          <TimelineEntry key={event.key} event={event}>
            <Continuation {...{ account, event, tasks }} isResting={diagram?.status === 'suspended'} />
          </TimelineEntry>
        ))}
      </ol>
      {left.length === 0 ? null : (
        <p class="history-left">
          <span class="muted">{`${texts.history.stillOffered}${texts.colon}`}</span>
          {left.map(({ name, times: most, executions }) => (
            <Chip key={name}>
              {name}
              {most === undefined ? '' : ` · ${texts.buttons.timesLeft(most - executions)}`}
            </Chip>
          ))}
        </p>
      )}
    </section>
  );
}

interface ContinuationProps {
  readonly account: string;
  readonly event: HistoryEvent;
  readonly tasks: TaskAnswer['tasks'];
  /** The process is suspended. */
  readonly isResting: boolean;
}

/** Beside whom the transaction waits for, also to activate it. */
function Continuation({ account, event: { kind, taskId }, tasks, isResting }: ContinuationProps) {
  const isTheirs = kind === 'suspended' || (kind === 'waiting' && !isResting);
  const task = isTheirs ? tasks.find((each) => each.taskId === taskId) : undefined;
  return task === undefined ? null : <ContinueAs account={account} task={task} />;
}

interface TimelineEntryProps {
  readonly event: HistoryEvent;
  readonly children: ComponentChildren;
}

function TimelineEntry({ event, children }: TimelineEntryProps) {
  const { history: texts } = useTexts();
  const isNow = event.kind === 'waiting' || event.kind === 'suspended';
  return (
    <li class={`timeline-entry is-${event.kind}`}>
      <p class="timeline-line">
        <span>
          {event.who === undefined || event.seed === undefined ? null : (
            <Avatar name={event.who} seed={event.seed} isSmall />
          )}{' '}
          {event.who === undefined ? null : <strong>{event.who}</strong>} {event.what}
        </span>
        {event.outcome === undefined ? null : <Chip>{event.outcome}</Chip>}
      </p>
      {event.opinion === undefined ? null : <blockquote>{event.opinion}</blockquote>}
      {Number.isNaN(event.at) && event.note === undefined ? null : (
        <p class="timeline-note">
          {isNow ? `${texts.since} ` : null}
          {Number.isNaN(event.at) ? null : <When at={event.at} isFull />}
          {event.note === undefined ? null : ` · ${event.note}`}
        </p>
      )}
      {children}
    </li>
  );
}
