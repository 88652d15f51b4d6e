import type { InstanceStatus } from '../../protocol/instance-status.ts';
import type { TaskChange, TaskClosing, TaskSuspension, TaskView } from '../../protocol/task-view.ts';
import type { StepChanges } from './finish-step.ts';

/** How a step changed the tasks of its instance. */
export interface TaskChanges {
  readonly created: readonly TaskView[];
  readonly closed: readonly TaskClosing[];
  /** Tasks that stay open. */
  readonly changed: readonly TaskChange[];
  /** The new state of all open tasks, if the step suspended or activated the instance. */
  readonly suspension: TaskSuspension | undefined;
}

interface ChangingStep {
  /** The instance before the step. */
  readonly before: { readonly instanceId: string; readonly status: InstanceStatus };
  /** Epoch milliseconds by our own clock. */
  readonly at: number;
  /** Time of the press by the center's clock. Default: `at`. */
  readonly pressedAt?: number | undefined;
  /** Who suspended the instance. */
  readonly by?: Pick<TaskSuspension, 'handler' | 'opinions'> | undefined;
}

export function describeTaskChanges(
  changes: StepChanges,
  { before, at, pressedAt = at, by }: ChangingStep,
): TaskChanges {
  const created = changes.created.map(
    ({
      taskId,
      nodeId,
      nodeName,
      executionId,
      handlers,
      handlingGroups,
      signedBy,
      panel = null,
      isSystem = false,
    }): TaskView => ({
      taskId,
      instanceId: before.instanceId,
      nodeId,
      nodeName,
      executionId,
      // Of the tasks that a suspended instance creates there is only the system task of a report that is held back no longer.
      state: changes.suspendedAt === null ? 'IN_PROGRESS' : 'SUSPENDED',
      handlers,
      handlingGroups,
      createdAt: at,
      closedAt: null,
      appliedAt: null,
      ...UNHANDLED,
      suspendedAt: changes.suspendedAt,
      isSystem,
      signedBy,
      panel,
      report: null,
      reportWait: null,
      actionUses: {},
    }),
  );
  return {
    created,
    closed: [...listGone(changes, at), ...listHandled(changes, at)],
    changed: [
      ...changes.signed.map(({ taskId, handlers, signedBy }) => ({ taskId, handlers, signedBy })),
      ...Object.entries(changes.held).map(([taskId, reportWait]) => ({ taskId, reportWait })),
    ],
    suspension: toSuspension(before.status, changes, pressedAt, by),
  };
}

/** The closing of every open task if the instance was terminated or revoked. */
function closingOf({ endedBy }: StepChanges, at: number) {
  const { account: handler, opinions, handleStatus } = endedBy ?? { ...UNHANDLED, account: null };
  const state = endedBy?.as === 'revoked' ? 'RECALL' : 'TERMINATED';
  const closedAt = endedBy?.pressedAt ?? at;
  return { state, closedAt, handler, opinions, handleStatus, handlerName: null, turnHandler: null } as const;
}

function listGone(changes: StepChanges, at: number): TaskClosing[] {
  const ended = closingOf(changes, at);
  // If the center's own button ended the instance, the tasks are not reported and keep the status of the button.
  const isTold = changes.endedBy?.reported !== false;
  return changes.gone.map(({ taskId, handlerName, handleStatus }) => ({
    taskId,
    ...ended,
    ...(isTold && { handlerName, handleStatus }),
  }));
}

function listHandled(changes: StepChanges, at: number): TaskClosing[] {
  const ended = closingOf(changes, at);
  return changes.handled.map((task): TaskClosing => {
    const { taskId, turnHandler } = task;
    // If the instance was terminated or revoked, nobody handled the task that is reported with `end`.
    if (changes.endedBy) return { taskId, ...ended };
    const state = task.panel === 'recalled' ? 'TERMINATED' : turnHandler === null ? 'FINISH' : 'TURN';
    const { handler, handlerName, opinions, handleStatus } = task;
    return { taskId, state, closedAt: task.handledAt, handler, handlerName, opinions, handleStatus, turnHandler };
  });
}

function toSuspension(
  status: InstanceStatus,
  { suspendedAt, ended }: StepChanges,
  at: number,
  by: ChangingStep['by'],
): TaskSuspension | undefined {
  if (status === 'running' && suspendedAt !== null) {
    return { state: 'SUSPENDED', suspendedAt: at, handler: by?.handler ?? null, opinions: by?.opinions ?? null };
  }
  if (status === 'suspended' && suspendedAt === null && !ended) {
    return { state: 'IN_PROGRESS', suspendedAt: null, handler: null, opinions: null };
  }
  return undefined;
}

const UNHANDLED = { handler: null, handlerName: null, opinions: null, handleStatus: null, turnHandler: null } as const;
