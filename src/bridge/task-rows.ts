import type { StepResult } from '../plugin/step.ts';
import type { InstanceRow, StepCommit, TaskClosing, TaskRow } from '../store/port.ts';

/** What a step makes of the tasks of its instance. */
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
      ...UNHANDLED,
      suspendedAt: null,
      signedBy,
      report: null,
      signingKeyId,
      actionUses: {},
    }),
  );
  const tasksGone = changes.gone.map(
    ({ taskId }): TaskClosing => ({ taskId, state: 'TERMINATED', closedAt: at, ...UNHANDLED }),
  );
  const tasksHandled = changes.handled.map(
    ({ taskId, handler, handledAt, opinions, handleStatus }): TaskClosing => ({
      taskId,
      state: 'FINISH',
      closedAt: handledAt,
      handler,
      opinions,
      handleStatus,
      turnHandler: null,
    }),
  );
  return {
    tasksCreated,
    tasksClosed: [...tasksGone, ...tasksHandled],
    tasksChanged: changes.signed.map(({ taskId, handlers, signedBy }) => ({ taskId, handlers, signedBy })),
  };
}

const UNHANDLED = { handler: null, opinions: null, handleStatus: null, turnHandler: null } as const;
