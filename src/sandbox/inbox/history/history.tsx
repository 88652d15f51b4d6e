import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Chip } from '../../../page/parts/chip.tsx';
import type { TaskAnswer } from '../../control/task-routes.ts';
import type { SentMessage } from '../../messages/message-views.ts';
import type { TaskDiagram } from '../../tasks/ask-diagram.ts';
import { useResource } from '../control/call-control.ts';
import { useCenter } from '../control/center.tsx';
import { Avatar } from '../parts/avatar.tsx';
import { useTimes, When } from '../parts/times.tsx';
import { useTexts } from '../settings/language.tsx';
import { ContinueAs } from '../task/continue-as.tsx';
import { useDescribeHandlers } from '../task/describe-handlers.ts';
import { type HistoryEvent, listEvents } from './history-events.ts';

interface HistoryProps {
  readonly account: string;
  readonly answer: Pick<TaskAnswer, 'transaction' | 'tasks'> & Partial<Pick<TaskAnswer, 'previousActions'>>;
  readonly diagram: TaskDiagram | undefined;
}

/** The history of the transaction: who, when, with which opinion and outcome. */
export function History({ account, answer, diagram }: HistoryProps) {
  const { transaction, tasks, previousActions = [] } = answer;
  const texts = useTexts();
  const times = useTimes();
  const { nameOf } = useCenter();
  const describeHandlers = useDescribeHandlers();
  const titleId = useId();
  const path = `/transactions/${encodeURIComponent(transaction.transactionId)}/messages`;
  const { data } = useResource<{ readonly messages: readonly SentMessage[] }>(path, ['messages']);
  const told = { transaction, tasks, messages: data?.messages ?? [] };
  const events = listEvents(told, { texts, times, diagram, nameOf, describeHandlers });
  const left = previousActions.filter(({ times: most, executions }) => most === undefined || executions < most);
  return (
    <section class="card history" aria-labelledby={titleId}>
      <h3 id={titleId}>{texts.history.title}</h3>
      <ol class="timeline">
        {events.map((event) => (
          <TimelineEntry key={event.key} event={event}>
            {event.task !== undefined && (event.kind === 'waiting' || event.kind === 'suspended') ? (
              <ContinueAs account={account} task={event.task} />
            ) : null}
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

interface TimelineEntryProps {
  readonly event: HistoryEvent;
  readonly children: ComponentChildren;
}

function TimelineEntry({ event, children }: TimelineEntryProps) {
  const { history: texts } = useTexts();
  const { kind, at, who, seed, what, outcome, opinion, note } = event;
  return (
    <li class={`timeline-entry is-${kind}`}>
      <p class="timeline-line">
        <span>
          {who === undefined || seed === undefined ? null : <Avatar name={who} seed={seed} isSmall />}{' '}
          {who === undefined ? null : <strong>{who}</strong>} {what}
        </span>
        {outcome ? <Chip>{outcome}</Chip> : null}
      </p>
      {opinion ? <blockquote>{opinion}</blockquote> : null}
      <p class="timeline-note">
        {kind === 'waiting' || kind === 'suspended' ? `${texts.since} ` : null}
        <When at={at} isFull />
        {note === undefined ? null : ` · ${note}`}
      </p>
      {children}
    </li>
  );
}
