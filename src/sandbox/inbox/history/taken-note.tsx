import { Info } from 'lucide-preact';
import { Chip } from '../../../page/parts/chip.tsx';
import type { TaskAnswer } from '../../control/task-routes.ts';
import type { TaskDiagram } from '../../tasks/ask-diagram.ts';
import { useCenter } from '../control/center.tsx';
import { useTexts } from '../settings/language.tsx';
import type { HistoryEvent } from './history-event.ts';
import { findCause, lastEventOf } from './history-events.ts';
import { useHistoryWords } from './use-history-words.ts';

interface LastEventProps {
  readonly answer: Pick<TaskAnswer, 'task' | 'tasks'>;
  readonly diagram: TaskDiagram | undefined;
}

interface TakenNoteProps extends LastEventProps {
  readonly account: string;
  /** The account finds the task in no list. */
  readonly isInNoList: boolean;
}

/** Says who has handled or ended a task that the account had pending, and what they decided. */
export function TakenNote({ account, answer, diagram, isInNoList }: TakenNoteProps) {
  const { task: texts } = useTexts();
  const { nameOf } = useCenter();
  return (
    <div class="banner" role="status">
      <Info size={18} aria-hidden="true" />
      <div>
        <LastEvent {...{ answer, diagram }} />
        {isInNoList ? <p>{texts.inNoList(nameOf(account))}</p> : null}
      </div>
    </div>
  );
}

/** Who handled or ended the task, and what they decided; if nobody handled it, also what somebody did that ended it. */
export function LastEvent({ answer: { task, tasks }, diagram }: LastEventProps) {
  const words = useHistoryWords(diagram);
  const last = lastEventOf(task, words);
  if (last === undefined) return null;
  const cause = last.kind === 'taken' ? findCause(task, tasks, words) : undefined;
  return (
    <>
      {cause === undefined ? null : <EventLine event={cause} />}
      <EventLine event={last} />
    </>
  );
}

function EventLine({ event: { who, what, outcome, opinion } }: { readonly event: HistoryEvent }) {
  return (
    <p>
      <strong>{who}</strong> {what} {outcome === undefined ? null : <Chip>{outcome}</Chip>}
      {opinion === undefined ? null : (
        <>
          {' '}
          <q>{opinion}</q>
        </>
      )}
    </p>
  );
}
