import { CircleCheckBig, Inbox, SquareCheckBig } from 'lucide-preact';
import { useState } from 'preact/hooks';
import { Notice } from '../../../page/parts/notice.tsx';
import { Skeleton } from '../../../page/parts/skeleton.tsx';
import type { AcceptedAnswer } from '../../control/account-routes.ts';
import type { ListedTask } from '../../tasks/lists.ts';
import { BatchPane } from '../batch/batch-pane.tsx';
import { useBatch } from '../batch/batches.tsx';
import { KeptOpinion } from '../batch/kept-opinion.tsx';
import { useNames } from '../control/center.tsx';
import { pathOfAccepted } from '../control/paths.ts';
import { useResource } from '../control/use-resource.ts';
import { LeftDrafts } from '../drafts/left-drafts.tsx';
import { useDraft } from '../drafts/use-draft.ts';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { useTimes } from '../parts/times.tsx';
import { isReportLate } from '../press/explain-stale.ts';
import { addressOf } from '../routes.ts';
import { useTexts } from '../settings/language.tsx';
import { type Facet, fits, isFiltering, ListFilter, NO_FILTER } from './list-filter.tsx';
import { NoneFits } from './none-fits.tsx';
import { useOpenFirst } from './open-first.ts';
import { RowList } from './row-list.tsx';
import { TaskRow } from './task-row.tsx';
import { useFilter } from './use-filter.ts';

interface TaskListProps {
  readonly account: string;
  readonly list: 'pending' | 'handled';
  /** The task that is open. */
  readonly open: string | undefined;
}

export function TaskList({ account, list, open }: TaskListProps) {
  const { lists: texts, states, batch } = useTexts();
  const { processName } = useNames();
  const path = `/accounts/${encodeURIComponent(account)}/${list}`;
  const { data, failure, reload } = useResource<{ readonly tasks: readonly ListedTask[] }>(path, ['tasks']);
  const pressedPath = list === 'pending' ? pathOfAccepted(account) : undefined;
  const { data: pressed } = useResource<AcceptedAnswer>(pressedPath, ['tasks', 'traffic']);
  const { now } = useTimes();
  const late = pressed?.accepted.filter((press) => isReportLate(press, now));
  const accepted = new Set(late?.map(({ taskId }) => taskId));
  const [filter, setFilter] = useFilter(account, list);
  const severalAtOnce = useBatch(account);
  const [isJustOpened, setIsJustOpened] = useState(false);
  const draft = useDraft(account, { batch: true });
  const all = data?.tasks.toSorted(byTime) ?? [];
  useOpenFirst(
    { account, list, ...(open === undefined ? {} : { item: open }) },
    data && all.map(({ taskId }) => taskId),
  );
  if (data === undefined)
    return failure === undefined ? <Skeleton /> : <FailureNotice failure={failure} retry={reload} />;
  const stateOf = (task: ListedTask) => (list === 'handled' ? task.transactionState : task.state);
  const facets: Facet[] = [
    {
      ...{ name: 'process', label: texts.process },
      ...{ values: all.map(({ transTypeCode }) => transTypeCode), textOf: processName },
    },
    {
      ...{ name: 'node', label: texts.node },
      ...{ values: all.map(({ nodeName }) => nodeName), textOf: (name) => name },
    },
    {
      ...{ name: 'state', label: texts.state },
      ...{ values: all.map(stateOf), textOf: (state) => states[state as keyof typeof states] },
    },
  ];
  const tasks = all.filter((task) =>
    fits(
      filter,
      [
        ...[task.nodeName, task.taskName, task.transactionName, processName(task.transTypeCode), task.serialNumber],
        ...[task.initiatorName, ...task.summary],
      ],
      {
        process: task.transTypeCode,
        node: task.nodeName,
        state: stateOf(task),
      },
    ),
  );
  if (list === 'pending' && severalAtOnce.isOpen)
    return <BatchPane {...{ account, draft, isJustOpened }} tasks={all} fitting={tasks} />;
  const openBatch = () => {
    setIsJustOpened(true);
    severalAtOnce.open();
  };
  const canBatch = list === 'pending' && all.some(({ buttons }) => buttons.some(({ allowMerge }) => allowMerge === 1));
  return (
    <>
      {all.length === 0 ? null : (
        <div class="list-tools">
          <ListFilter filter={filter} facets={facets} onChange={setFilter}>
            {canBatch ? (
              <button type="button" class="button" aria-label={batch.startLabel} onClick={openBatch}>
                <SquareCheckBig size={16} aria-hidden="true" />
                {batch.start}
              </button>
            ) : null}
          </ListFilter>
        </div>
      )}
      {list !== 'pending' || canBatch ? null : <KeptOpinion {...draft} />}
      {list === 'pending' ? <LeftDrafts {...{ account, open }} pending={all} /> : null}
      {tasks.length === 0 ? (
        isFiltering(filter) && all.length > 0 ? (
          <NoneFits onClear={() => setFilter(NO_FILTER)} />
        ) : (
          <Notice icon={list === 'pending' ? CircleCheckBig : Inbox} {...texts.empty[list]} />
        )
      ) : (
        <RowList
          name={`${account} ${list}`}
          label={texts.entries[list]}
          open={open}
          rows={tasks.map((task) => ({
            id: task.taskId,
            href: `#${addressOf({ screen: 'inbox', account, list, item: task.taskId })}`,
            content: <TaskRow task={task} isAccepted={accepted.has(task.taskId)} />,
          }))}
        />
      )}
    </>
  );
}

/** The latest first: by the handling, whose times in one zone are in order as text, otherwise by the arrival. */
function byTime(one: ListedTask, other: ListedTask): number {
  const handled = (other.handling?.time ?? '').localeCompare(one.handling?.time ?? '');
  return handled === 0 ? other.createdAt - one.createdAt : handled;
}
