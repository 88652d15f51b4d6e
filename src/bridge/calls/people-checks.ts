import type { Identity } from '../../host/host.ts';
import { createNameOf } from '../../host/person-names.ts';
import { createAuthorize } from '../../plugin/apply/press/authorize.ts';
import type { PeopleChecks } from '../../plugin/apply/press/judge-press.ts';
import { createMayHandle, mayActFor } from '../../plugin/apply/press/may-handle.ts';
import type { InstanceRow } from '../../store/store.ts';
import type { Definitions } from '../definitions/definitions.ts';

/** Asks the host about people, with the node of a task as it is in the definition of its instance. */
export function createPeopleChecks(
  identity: Identity | 'trust-center',
  definitions: Pick<Definitions, 'load'>,
): PeopleChecks<InstanceRow> {
  const authorize = createAuthorize<InstanceRow>(createMayHandle(identity), async (task, { account, instance }) => {
    if (identity !== 'trust-center' && identity.mayActFor === undefined) return false;
    const { taskId, instanceId, nodeId, nodeName, handlers, handlingGroups } = task;
    const node = (await definitions.load(instance.definitionId)).model.userTasks.get(nodeId);
    return mayActFor(identity, node, account, { taskId, instanceId, nodeId, nodeName, handlers, handlingGroups });
  });
  return { authorize, nameOf: createNameOf(identity) };
}
