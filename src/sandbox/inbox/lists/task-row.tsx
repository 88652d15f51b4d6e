import type { ListedTask } from '../../tasks/lists.ts';
import { useCenter } from '../control/center.tsx';
import { contentOf } from '../parts/summary-entry.ts';
import { When } from '../parts/when.tsx';
import { useTexts } from '../settings/language.tsx';
import { StateChip } from './state-chip.tsx';

/** A task as a list shows it: its name, initiator, age and first summary entry. */
export function TaskRow({ task }: { readonly task: ListedTask }) {
  const { lists: texts, delegate } = useTexts();
  const { processName, nameOf } = useCenter();
  const { transactionName = '' } = task;
  const isSaid = task.summary.some((entry) => contentOf(entry) === transactionName);
  return (
    <>
      <span class="row-head">
        <strong class="row-title">{task.taskName ?? task.nodeName}</strong>
        <When at={task.createdAt} />
      </span>
      <span class="row-second">
        <span class="row-line">
          <span>{processName(task.transTypeCode)}</span>
          {transactionName === '' || isSaid ? null : <span>{transactionName}</span>}
          {task.serialNumber === undefined ? null : <span class="mono">{task.serialNumber}</span>}
          <span>{texts.from(task.initiatorName)}</span>
          {task.delegatedBy === undefined ? null : <span>{delegate.by(nameOf(task.delegatedBy))}</span>}
        </span>
        {task.state === 'pending' || task.state === 'handled' ? null : <StateChip state={task.state} />}
      </span>
      <RowSummary entries={task.summary} />
    </>
  );
}

const SHOWN = 3;

interface RowSummaryProps {
  /** `title|content` each. */
  readonly entries: readonly string[];
  /** Words that the row already shows. */
  readonly said?: string | undefined;
}

export function RowSummary({ entries, said = '' }: RowSummaryProps) {
  const shown = entries.filter((entry) => contentOf(entry) !== '' && contentOf(entry) !== said).slice(0, SHOWN);
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
