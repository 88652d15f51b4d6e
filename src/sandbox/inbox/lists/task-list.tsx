import { CircleCheckBig, Inbox, SquareCheckBig } from 'lucide-preact';
import { useState } from 'preact/hooks';
import type { ListedTask } from '../../tasks/lists.ts';
import { BatchPane } from '../batch/batch-pane.tsx';
import { useResource } from '../control/call-control.ts';
import { useCenter } from '../control/center.tsx';
import type { InboxPlace } from '../routes.ts';
import { useTexts } from '../settings/language.tsx';
import { EntryList } from './entry-list.tsx';
import { TaskRow } from './task-row.tsx';

interface TaskListProps {
  readonly place: InboxPlace & { readonly list: 'pending' | 'handled' };
}

export function TaskList({ place }: TaskListProps) {
  const { states, batch } = useTexts();
  const { processName } = useCenter();
  const { account, list } = place;
  const path = `/accounts/${encodeURIComponent(account)}/${list}`;
  const resource = useResource<{ readonly tasks: readonly ListedTask[] }>(path, ['tasks']);
  const tasks = resource.data?.tasks.toSorted(byTime);
  const [isBatch, setIsBatch] = useState(false);
  if (isBatch) return <BatchPane account={account} onLeave={() => setIsBatch(false)} />;
  const canBatch =
    list === 'pending' && tasks?.some(({ buttons }) => buttons.some(({ allowMerge }) => allowMerge === 1));
  return (
    <EntryList
      {...{ place, resource }}
      entries={tasks}
      icon={list === 'pending' ? CircleCheckBig : Inbox}
      idOf={({ taskId }) => taskId}
      textsOf={(task) => [
        ...[task.nodeName, task.taskName, task.transactionName, processName(task.transTypeCode), task.serialNumber],
        ...[task.initiatorName, states[list === 'handled' ? task.transactionState : task.state], ...task.summary],
      ]}
      row={(task) => <TaskRow task={task} />}
      tools={
        canBatch === true ? (
          <button type="button" class="button" aria-label={batch.startLabel} onClick={() => setIsBatch(true)}>
            <SquareCheckBig size={16} aria-hidden="true" />
            {batch.start}
          </button>
        ) : null
      }
    />
  );
}

/** The latest first: by the handling, whose times in one zone are in order as text, otherwise by the arrival. */
function byTime(one: ListedTask, other: ListedTask): number {
  const handled = (other.handling?.time ?? '').localeCompare(one.handling?.time ?? '');
  return handled === 0 ? other.createdAt - one.createdAt : handled;
}
