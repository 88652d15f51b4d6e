import type { StepResult } from '../../plugin/step.ts';
import type { InstanceRow, StepCommit, TaskClosing, TaskRow } from '../../store/port.ts';

/** Converts the changes of a step to rows of tasks. */
export function toTaskRows(
  { instanceId }: InstanceRow,
  changes: StepResult['changes'],
  at: number,
  signingKeyId: string,
): Pick<StepCommit, 'tasksCreated' | 'tasksClosed' | 'tasksChanged'> {
  const tasksCreated = changes.created.map(
    ({ taskId, nodeId, nodeName, executionId, handlers, handlingGroups, signedBy }): TaskRow => ({
      taskId,
      instanceId,
      nodeId,
      nodeName,
      executionId,
      state: 'IN_PROGRESS',
      handlers,
      handlingGroups,
      createdAt: at,
      closedAt: null,
      appliedAt: null,
      ...UNHANDLED,
      suspendedAt: null,
      signedBy,
      report: null,
      signingKeyId,
      actionUses: {},
    }),
  );
  const { endedBy } = changes;
  const endedState = endedBy?.as === 'revoked' ? 'RECALL' : 'TERMINATED';
  const { account: handler, opinions, handleStatus } = endedBy ?? { ...UNHANDLED, account: null };
  const ended = {
    state: endedState,
    closedAt: endedBy?.pressedAt ?? at,
    handler,
    opinions,
    handleStatus,
    handlerName: null,
    turnHandler: null,
  } as const;
  // If the center's own button ended the instance, the tasks are not reported and keep the status of the button.
  const isTold = endedBy?.reported !== false;
  const tasksGone = changes.gone.map(
    ({ taskId, handlerName, handleStatus }): TaskClosing => ({
      taskId,
      ...ended,
      ...(isTold && { handlerName, handleStatus }),
    }),
  );
  const tasksHandled = changes.handled.map((task): TaskClosing => {
    const { taskId, turnHandler } = task;
    // If the instance was terminated or revoked, nobody handled the task that is reported with `end`.
    if (endedBy) return { taskId, ...ended };
    const state = turnHandler === null ? 'FINISH' : 'TURN';
    const { handler, handlerName, opinions, handleStatus } = task;
    return { taskId, state, closedAt: task.handledAt, handler, handlerName, opinions, handleStatus, turnHandler };
  });
  return {
    tasksCreated,
    tasksClosed: [...tasksGone, ...tasksHandled],
    tasksChanged: changes.signed.map(({ taskId, handlers, signedBy }) => ({ taskId, handlers, signedBy })),
  };
}

const UNHANDLED = { handler: null, handlerName: null, opinions: null, handleStatus: null, turnHandler: null } as const;
