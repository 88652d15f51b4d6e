import type { Identity } from '../../host.ts';
import type { UserTaskNode } from '../../model/process-model.ts';
import { mayActFor } from '../../plugin/apply/may-handle.ts';
import type { TaskRow } from '../../store/port.ts';

/** Whether an account that is no handler of a task may act for those who are. Asks the host, which may take its time. */
export type MayActFor = (task: TaskRow, account: string) => Promise<boolean>;

/** @param nodeOf where a task is drawn; undefined: its definition is gone */
export function createMayActFor(
  identity: Identity | 'trust-center',
  nodeOf: (task: TaskRow) => Promise<UserTaskNode | undefined>,
): MayActFor {
  return async (task, account) => {
    if (identity !== 'trust-center' && identity.mayActFor === undefined) return false;
    const { taskId, instanceId, nodeId, nodeName, handlers, handlingGroups } = task;
    const acted = { taskId, instanceId, nodeId, nodeName, handlers, handlingGroups };
    return mayActFor(identity, await nodeOf(task), account, acted);
  };
}
