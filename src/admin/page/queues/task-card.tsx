import type { ListedTask } from '../../answers.ts';
import { Operations } from '../parts/operation.tsx';
import { StateChip } from '../parts/state-chip.tsx';
import { When } from '../parts/when.tsx';
import { useTexts } from '../texts/use-texts.ts';
import { InstanceLink } from './instance-link.tsx';

interface TaskCardProps {
  readonly task: ListedTask;
  /** Shows the instance too. */
  readonly isOfList?: boolean;
  readonly onDone: () => void;
}

export function TaskCard({ task, isOfList = false, onDone }: TaskCardProps) {
  const texts = useTexts();
  const { taskId, nodeName, title, state, handlers, handlingGroups, createdAt, instanceId } = task;
  return (
    <article class="item">
      <div class="item-head">
        <strong>{title ?? nodeName}</strong>
        <StateChip state={state} words={texts.taskStates} />
        <span>{[...handlers, ...handlingGroups.map(texts.instance.group)].join(texts.and)}</span>
        <small class="muted">
          <When at={createdAt} /> · {taskId}
        </small>
        <Operations on="tasks" row={task} id={taskId} subject={title ?? nodeName} onDone={onDone} />
      </div>
      {isOfList ? <InstanceLink id={instanceId} /> : null}
    </article>
  );
}
