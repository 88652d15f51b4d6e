import type { TaskAnswer } from '../../control/task-routes.ts';
import { useCenter } from '../control/center.tsx';
import { StateChip } from '../lists/state-chip.tsx';

type TaskHeadingProps = Pick<TaskAnswer, 'task' | 'transaction'>;

export function TaskHeading({ task, transaction }: TaskHeadingProps) {
  const { processName } = useCenter();
  return (
    <header class="detail-heading">
      <p class="overline">
        <span>{transaction.transactionName ?? processName(transaction.transTypeCode)}</span>
        {transaction.serialNumber === undefined ? null : <span class="mono">{transaction.serialNumber}</span>}
      </p>
      <div class="detail-title">
        <h2>{task.given.taskName ?? task.nodeName}</h2>
        <StateChip state={task.state} />
      </div>
    </header>
  );
}
