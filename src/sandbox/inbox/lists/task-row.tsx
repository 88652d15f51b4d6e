import type { ListedTask } from '../../lists.ts';
import { useCenter } from '../control/center.tsx';
import { When } from '../parts/when.tsx';
import { useTexts } from '../settings/language.tsx';
import { StateChip } from './state-chip.tsx';

/** A task as a list shows it: what it is, whose, since when, and the first of its summaries. */
export function TaskRow({ task }: { readonly task: ListedTask }) {
  const { lists: texts } = useTexts();
  const { processName } = useCenter();
  const process = task.transactionName ?? processName(task.transTypeCode);
  return (
    <>
      <span class="row-head">
        <strong class="row-title">{task.taskName ?? task.nodeName}</strong>
        <When at={task.createdAt} />
      </span>
      <span class="row-line">
        <span>{process}</span>
        {task.serialNumber === undefined ? null : <span class="mono">{task.serialNumber}</span>}
        <span>{texts.from(task.initiatorName)}</span>
      </span>
      <RowSummary entries={task.summary} />
      {task.state === 'pending' || task.state === 'handled' ? null : (
        <span class="row-chips">
          <StateChip state={task.state} />
        </span>
      )}
    </>
  );
}

const SHOWN = 3;

export function RowSummary({ entries }: { readonly entries: readonly string[] }) {
  if (entries.length === 0) return null;
  return (
    <span class="row-summary">
      {entries.slice(0, SHOWN).map((entry, index) => {
        const [title = '', ...content] = entry.split('|');
        return (
          <span key={`${index} ${title}`}>
            <span class="muted">{title}</span> {content.join('|')}
          </span>
        );
      })}
    </span>
  );
}
