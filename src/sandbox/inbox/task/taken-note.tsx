import { Info } from 'lucide-preact';
import { Chip } from '../../../page/parts/chip.tsx';
import type { TaskAnswer } from '../../control/task-routes.ts';
import type { TaskDiagram } from '../../tasks/ask-diagram.ts';
import { useCenter } from '../control/center.tsx';
import { useTexts } from '../settings/language.tsx';
import { lastEventOf } from './history-events.ts';
import { useHistoryWords } from './use-history-words.ts';

interface TakenNoteProps {
  readonly account: string;
  readonly task: TaskAnswer['task'];
  readonly diagram: TaskDiagram | undefined;
  /** The account finds the task in no list. */
  readonly isInNoList: boolean;
}

/** Says who has handled or ended a task that the account had pending, and what they decided. */
export function TakenNote({ account, task, diagram, isInNoList }: TakenNoteProps) {
  const { task: texts } = useTexts();
  const { nameOf } = useCenter();
  return (
    <div class="banner" role="status">
      <Info size={18} aria-hidden="true" />
      <div>
        <LastEvent {...{ task, diagram }} />
        {isInNoList ? <p>{texts.inNoList(nameOf(account))}</p> : null}
      </div>
    </div>
  );
}

/** Who handled or ended the task, and what they decided. */
export function LastEvent({ task, diagram }: Pick<TakenNoteProps, 'task' | 'diagram'>) {
  const last = lastEventOf(task, useHistoryWords(diagram));
  if (last === undefined) return null;
  return (
    <p>
      <strong>{last.who}</strong> {last.what} {last.outcome === undefined ? null : <Chip>{last.outcome}</Chip>}
      {last.opinion === undefined ? null : (
        <>
          {' '}
          <q>{last.opinion}</q>
        </>
      )}
    </p>
  );
}
