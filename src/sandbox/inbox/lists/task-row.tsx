import type { HandlingRecord } from '../../state/center-state.ts';
import type { ListedTask } from '../../tasks/lists.ts';
import { useCenter } from '../control/center.tsx';
import { aboutOf, besidesAbout, contentOf, nameTask } from '../parts/about.ts';
import { Avatar } from '../parts/avatar.tsx';
import { useTimes, When } from '../parts/times.tsx';
import { useTexts } from '../settings/language.tsx';
import { StateChip } from './state-chip.tsx';

/**
 * A task as a list shows it: what it is about, then its name, process, initiator and age; a handled one with what the
 * person pressed, and how the whole transaction stands.
 */
export function TaskRow({ task }: { readonly task: ListedTask }) {
  const texts = useTexts();
  const { lists, delegate } = texts;
  const { processName, nameOf } = useCenter();
  const times = useTimes();
  const { handling, laterPress } = task;
  const name = nameTask(task, texts);
  const about = aboutOf(task);
  return (
    <>
      <span class="row-head">
        <strong class="row-title">{about ?? name}</strong>
        <When at={handling === undefined ? task.createdAt : times.parse(handling.time)} />
      </span>
      <span class="row-second">
        <span class="row-line">
          {about === undefined ? null : <span class="row-node">{name}</span>}
          <span>{processName(task.transTypeCode)}</span>
          {task.serialNumber === undefined ? null : <span class="mono">{task.serialNumber}</span>}
          <span class="row-from">
            <Avatar name={task.initiatorName} seed={task.initiator} isSmall /> {lists.from(task.initiatorName)}
          </span>
          {task.delegatedBy === undefined ? null : <span>{delegate.by(nameOf(task.delegatedBy))}</span>}
        </span>
        {handling !== undefined ? (
          <StateChip state={task.transactionState} />
        ) : task.state !== 'pending' ? (
          <StateChip state={task.state} />
        ) : task.transactionState === 'partlySuspended' ? (
          // Its process may rest with the other task.
          <StateChip state="partlySuspended" />
        ) : null}
      </span>
      {handling === undefined ? null : <RowHandling {...{ handling, laterPress }} />}
      <RowSummary entries={besidesAbout(task)} />
    </>
  );
}

interface RowHandlingProps {
  readonly handling: HandlingRecord;
  readonly laterPress: ListedTask['laterPress'] | undefined;
}

/** What the account did, first and last; or whoever the report names instead, as after an event that took the task away. */
function RowHandling({ handling, laterPress }: RowHandlingProps) {
  const { lists: texts, colon } = useTexts();
  const { nameOf } = useCenter();
  const { handler, handlerName, handleStatus = '', handleOpinions = '' } = handling;
  if (handleStatus === '' && handleOpinions === '' && laterPress === undefined) return null;
  return (
    <span class="row-handling">
      <span class="muted">{nameOf(handler) === handlerName ? texts.yours : handlerName + colon}</span>
      {handleStatus === '' ? null : <strong>{handleStatus}</strong>}
      {handleOpinions === '' ? null : <q>{handleOpinions}</q>}
      {laterPress === undefined ? null : (
        <>
          <span class="muted">{texts.later}</span>
          <strong>{laterPress.button}</strong>
          {laterPress.opinions === undefined ? null : <q>{laterPress.opinions}</q>}
        </>
      )}
    </span>
  );
}

const SHOWN = 3;

interface RowSummaryProps {
  /** `title|content` each. */
  readonly entries: readonly string[];
}

export function RowSummary({ entries }: RowSummaryProps) {
  const shown = entries.filter((entry) => contentOf(entry) !== '').slice(0, SHOWN);
  if (shown.length === 0) return null;
  return (
    <span class="row-summary">
      {shown.map((entry, index) => (
        <span key={`${index} ${entry}`}>
          <span class="muted">{entry.split('|', 1)}</span> {contentOf(entry)}
        </span>
      ))}
    </span>
  );
}
