import { Workflow } from 'lucide-preact';
import type { TaskAnswer } from '../../control/task-routes.ts';
import type { TaskDiagram } from '../../tasks/ask-diagram.ts';
import { useCenter } from '../control/center.tsx';
import { isUnhandled } from '../history/history-events.ts';
import { StateChip } from '../lists/state-chip.tsx';
import { aboutOf, nameTask } from '../parts/about.ts';
import { useTexts } from '../settings/language.tsx';

interface TaskHeadingProps extends Pick<TaskAnswer, 'task' | 'transaction'> {
  readonly diagram: TaskDiagram | undefined;
}

export function TaskHeading({ task, transaction, diagram }: TaskHeadingProps) {
  const { processName } = useCenter();
  const { transactionName } = transaction;
  const summary = task.given.taskSummary ?? transaction.transSummary;
  const name = nameTask(task, useTexts());
  const about = aboutOf({ summary, transactionName });
  return (
    <header class="detail-heading">
      <p class="overline">
        <span class="overline-process">
          <Workflow size={15} aria-hidden="true" /> {processName(transaction.transTypeCode)}
        </span>
        {transaction.serialNumber === undefined ? null : <span class="mono">{transaction.serialNumber}</span>}
      </p>
      <div class="detail-title">
        <h2>
          {about ?? name} {about === undefined ? null : <span class="detail-node">{name}</span>}
        </h2>
        <StateChip state={isUnhandled(diagram, task.taskId) ? 'ended' : task.state} />
      </div>
    </header>
  );
}
