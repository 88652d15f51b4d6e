import type { Identity } from '../../host/host.ts';
import type { MayActFor } from '../../plugin/apply/press/authorize.ts';
import { mayActFor } from '../../plugin/apply/press/may-handle.ts';
import type { InstanceRow } from '../../store/store.ts';
import type { Definitions } from '../definitions/definitions.ts';

/** Asks the host, with the node of the task as it is in the definition of its instance. */
export function createMayActFor(
  identity: Identity | 'trust-center',
  definitions: Pick<Definitions, 'load'>,
): MayActFor<InstanceRow> {
  return async (task, { account, instance }) => {
    if (identity !== 'trust-center' && identity.mayActFor === undefined) return false;
    const { taskId, instanceId, nodeId, nodeName, handlers, handlingGroups } = task;
    const node = (await definitions.load(instance.definitionId)).model.userTasks.get(nodeId);
    return mayActFor(identity, node, account, { taskId, instanceId, nodeId, nodeName, handlers, handlingGroups });
  };
}
