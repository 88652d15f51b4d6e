import type { PressedAction } from '../../plugin/apply/press/pressed-action.ts';
import type { Trigger } from '../../plugin/apply/trigger.ts';
import type { MovedWait } from '../../plugin/migrate/migration-plan.ts';
import type { RemovedTask } from '../../plugin/outcome/gone-tasks.ts';
import type { StepResult } from '../../plugin/step.ts';
import type { HistoryRow, InstanceRow } from '../../store/store.ts';

type History = Omit<HistoryRow, 'seq' | 'instanceId'>;

/** A change of the definition of an instance. */
export interface Migration {
  /** Ids of the definitions. */
  readonly from: string;
  readonly to: string;
  readonly moved: readonly MovedWait[];
  /** Who did it. */
  readonly by?: string;
}

/** On whose behalf an instance was terminated, and whether by its rows. */
export interface EndedFor {
  readonly by?: string;
  readonly force?: boolean;
}

/** Who set variables of an instance, without their values. */
export interface VariablesSet {
  readonly names: readonly string[];
  readonly by: string;
}

/** What the history says of the cause of a step. */
interface StepCause {
  readonly trigger: Trigger['kind'];
  readonly action?: PressedAction;
  readonly migration?: Migration;
  readonly endedFor?: EndedFor;
  readonly variablesSet?: VariablesSet;
}

/**
 * The entries that a step adds to the history: first what moved, with the ids of the diagram in the order in which they were
 * reached, so that loops and times can be read from it; then what came of it.
 */
export function toHistory(
  before: InstanceRow,
  { changes, matched }: StepResult,
  at: number,
  { action, trigger, migration, endedFor, variablesSet }: StepCause,
): History[] {
  const { flows, nodes, current } = changes.path;
  const jobs = changes.jobsCreated.map(({ nodeId }) => nodeId);
  const history: History[] = [];
  if (before.revision === 0) history.push({ at, type: 'instance.started', data: { processId: before.processId } });
  history.push({ at, type: 'step', data: { revision: before.revision + 1, trigger, flows, nodes, current, jobs } });
  if (migration) history.push({ at, type: 'instance.migrated', data: { ...migration } });
  const { handled, gone } = handledAndGone(changes);
  for (const { taskId, nodeId, handler, handlerName, personName, handleStatus, turnHandler, isSystem } of handled) {
    // If nobody pressed, the report only needs a handler, and the name is that of the system.
    const shown = handlerName ?? personName ?? null;
    const named = shown === null ? {} : { handlerName: shown };
    const turned = turnHandler === null ? {} : { turnHandler };
    const data = { taskId, nodeId, handler, ...named, handleStatus, ...turned, ...markOf(isSystem) };
    history.push({ at, type: 'task.handled', data });
  }
  for (const { taskId, nodeId, handler, personName, handleStatus } of changes.signed) {
    const named = typeof personName === 'string' ? { handlerName: personName } : {};
    history.push({ at, type: 'task.signed', data: { taskId, nodeId, handler, ...named, handleStatus } });
  }
  for (const { taskId, nodeId, handleStatus, isSystem } of gone)
    history.push({ at, type: 'task.gone', data: { taskId, nodeId, handleStatus, ...markOf(isSystem) } });
  for (const { taskId, nodeId, origin, handlers, handlingGroups, panel, isSystem } of changes.created) {
    const data = { taskId, nodeId, origin, handlers, handlingGroups, ...(panel && { panel }), ...markOf(isSystem) };
    history.push({ at, type: 'task.created', data });
  }
  for (const { kind, item, reason } of changes.reports) {
    const created = (item.next ?? []).map((next) => next.taskId);
    const data = { kind, status: item.status, previousTaskId: item.previousTaskId, next: created, reason };
    history.push({ at, type: 'report.composed', data });
  }
  for (const { nodeId, name } of changes.unmatched)
    history.push({ at, type: 'message.thrown', data: { nodeId, name } });
  for (const { nodeId, name } of changes.signals) history.push({ at, type: 'signal.thrown', data: { nodeId, name } });
  for (const each of changes.repeatedSigners)
    history.push({ at, type: 'countersign.signer-repeated', data: { ...each } });
  if (variablesSet) history.push({ at, type: 'instance.variables-set', data: { ...variablesSet } });
  if (action) history.push({ at, type: 'action', data: { ...action, matched } });
  if (changes.circulated) history.push({ at, type: 'task.circulated', data: { ...changes.circulated } });
  if (before.status === 'running' && changes.suspendedAt !== null)
    history.push({ at, type: 'instance.suspended', data: {} });
  if (before.status === 'suspended' && changes.suspendedAt === null && !changes.ended)
    history.push({ at, type: 'instance.activated', data: {} });
  if (changes.ended) {
    const as = changes.endedBy?.as ?? 'ended';
    history.push({ at, type: 'instance.ended', data: { processId: before.processId, as, ...endedFor } });
  }
  return history;
}

function markOf(isSystem: boolean | undefined): { readonly isSystem?: true } {
  return isSystem ? { isSystem } : {};
}

/** If the instance was terminated or revoked, the task that is reported with `end` was not handled either: it is gone like the others. */
export function handledAndGone({ handled, gone, endedBy }: StepResult['changes']): {
  readonly handled: StepResult['changes']['handled'];
  readonly gone: readonly Pick<RemovedTask, 'taskId' | 'nodeId' | 'handleStatus' | 'isSystem'>[];
} {
  return endedBy === null ? { handled, gone } : { handled: [], gone: [...gone, ...handled] };
}
