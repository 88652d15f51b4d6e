import type { ActedTask, Identity } from '../host.ts';
import type { UserTaskNode } from '../model/process-model.ts';
import type { Assignment } from './resolve-assignment.ts';

/** Whether an account is a handler of a task. Accounts are compared exactly. */
export type MayHandle = (task: Assignment, account: string) => Promise<boolean>;

/** Whether an account has done its part of a task that several share, and has no further part in it. */
export function hasSigned(
  { handlers, signedBy }: { readonly handlers: readonly string[]; readonly signedBy: readonly string[] },
  account: string,
): boolean {
  return signedBy.includes(account) && !handlers.includes(account);
}

/** @param identity `'trust-center'` believes the center that the person who pressed is a member of the group */
export function createMayHandle(identity: Identity | 'trust-center'): MayHandle {
  return async ({ handlers, handlingGroups }, account) => {
    if (handlers.includes(account)) return true;
    if (handlingGroups.length === 0) return false;
    if (identity === 'trust-center') return true;
    for (const group of handlingGroups) if (await identity.isMember(group, account)) return true;
    return false;
  };
}

/**
 * Whether an account that is no handler of a task may act for those who are.
 * @param identity `'trust-center'` believes the center where the task may be delegated
 */
export async function mayActFor(
  identity: Identity | 'trust-center',
  node: Pick<UserTaskNode, 'canDelegate' | 'countersign'> | undefined,
  account: string,
  task: Omit<ActedTask, 'canDelegate'>,
): Promise<boolean> {
  if (node === undefined) return false;
  // Of several who have yet to sign nobody says whose part it would be.
  if (node.countersign?.shared === true && task.handlers.length > 1) return false;
  const canDelegate = node.canDelegate === 1;
  if (identity === 'trust-center') return canDelegate;
  return (await identity.mayActFor?.(account, Object.freeze({ ...task, canDelegate }))) === true;
}
