import { StepError } from '../../../errors.ts';
import type { Button } from '../../../model/process-model.ts';
import { namesOf } from '../../outcome/resolve-assignment.ts';
import type { InstanceRun } from '../../state/instance-run.ts';
import type { OpenTask } from '../../state/ledger.ts';
import type { RunSettings } from '../../state/run-settings.ts';
import { scopeOfTask } from '../../variables/scope-of-task.ts';
import { findParts } from '../press-task.ts';

/** A task that goes to somebody else; the process does not move. */
export interface Handover {
  readonly taskId: string;
  /** Who gives it away; undefined: nobody did, and whoever had it is named. */
  readonly account: string | undefined;
  /** Name to show instead of theirs, where they did not do it themselves. */
  readonly handlerName: string | null;
  /** Name that others are shown for who gives it away. */
  readonly personName?: string | null | undefined;
  /** Whether they are no handler of it, and may act for those who are. */
  readonly actsForOthers?: boolean;
  /** Who has it next; undefined: whom the button names. */
  readonly to: readonly string[] | undefined;
  /** Groups that have it next, in the place of accounts. */
  readonly toGroups?: readonly string[];
  readonly button: Button | undefined;
  readonly handleStatus: string;
  readonly opinions: string | null;
  /** By the center's clock, epoch milliseconds. */
  readonly pressedAt: number;
  readonly now: number;
}

/**
 * Closes the task and lets the next one of the same node take its place, in the hands of somebody else. Of a task that
 * its signers share only the part of the one who gives it away goes on; the others sign the new task instead.
 * @throws {StepError} `ERR_STEP_FAILED`: the button names nobody, several people, or the same person again; or nobody
 * says whose part of a shared task is meant. `ERR_NO_HANDLER`: nobody can be named as the one who had it
 */
export function handOverTask(run: InstanceRun, handover: Handover, settings: RunSettings): void {
  const { taskId, opinions } = handover;
  const parts = [...run.openTasks].filter(([, task]) => task.taskId === taskId);
  const [first] = parts;
  const account = handover.account ?? standInFor(run, first?.[1], settings);
  const given = new Set(findParts(run, taskId, account, handover.actsForOthers).map(({ executionId }) => executionId));
  if (first === undefined || given.size === 0) {
    throw new StepError('ERR_STEP_FAILED', `The engine does not wait for task ${taskId}.`, { details: { id: taskId } });
  }
  const { toGroups: handlingGroups = [] } = handover;
  const handlers = handover.to ?? (handlingGroups.length > 0 ? [] : [resolveTarget(run, handover, account)]);
  for (const [executionId, task] of parts) {
    run.openTasks.delete(executionId);
    run.notes.handedOver.set(executionId, {
      origin: taskId,
      handlers: given.has(executionId) ? handlers : task.handlers,
      handlingGroups: given.has(executionId) ? handlingGroups : task.handlingGroups,
      signedBy: task.signedBy,
    });
  }
  run.handled[taskId] = {
    taskId,
    nodeId: first[1].nodeId,
    handler: account,
    handlerName: handover.handlerName,
    personName: handover.personName,
    handledAt: handover.pressedAt,
    appliedAt: handover.now,
    opinions,
    handleStatus: handover.handleStatus,
    reported: false,
    turnHandler: [...handlers, ...handlingGroups].join(','),
    endedBy: null,
    ...(handover.account === undefined && first[1].handlers.length === 0 && { standsInFor: first[1].handlingGroups }),
    again: run.handled[taskId]?.reported ?? false,
  };
  run.notes.justHandled.add(taskId);
  run.lastHandledTaskId = taskId;
}

/** Whom a button with a fixed `to` means. */
function resolveTarget(run: InstanceRun, { button, taskId }: Handover, account: string): string {
  const names = [...new Set(namesOf(button?.to?.evaluate(scopeOfTask(run, taskId))))];
  const [target] = names;
  if (target !== undefined && names.length === 1 && target !== account) return target;
  const isSamePerson = names.length === 1 && target === account;
  const fault = isSamePerson ? 'the same person again' : target === undefined ? 'nobody' : 'several people';
  throw new StepError(
    'ERR_STEP_FAILED',
    `The button ${button?.label ?? ''} names ${fault} as the next handler. Set the variables its "to" reads, and press again.`,
    { details: { isSamePerson } },
  );
}

/** Whether a step failed only since the button gives the task to whoever pressed it: no fault of the process. */
export function isToSamePerson(error: unknown): boolean {
  return error instanceof StepError && error.details.isSamePerson === true;
}

/** Whom the report names where no person gave the task away. */
function standInFor(run: InstanceRun, task: OpenTask | undefined, settings: RunSettings): string {
  if (task && run.countersignOf(task.nodeId)?.shared) {
    throw new StepError(
      'ERR_STEP_FAILED',
      `Task ${task.taskId} is shared by its signers: transfer the part of one of them instead.`,
    );
  }
  const account = task?.handlers[0] ?? settings.standInFor(task?.handlingGroups ?? []);
  if (account !== undefined) return account;
  throw new StepError(
    'ERR_NO_HANDLER',
    `Task ${task?.taskId ?? ''} is with a group, and nobody can be named for it: give identity.membersOf, or set defaults.systemHandler.`,
  );
}
