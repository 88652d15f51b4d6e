import { BridgeError } from '../../errors.ts';
import type { ActedTask, Identity } from '../../host.ts';
import type { UserTaskNode } from '../../model/process-model.ts';
import type { Assignment } from '../outcome/resolve-assignment.ts';

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
    for (const group of handlingGroups) if (await ask('isMember', () => identity.isMember(group, account))) return true;
    return false;
  };
}

/**
 * What a function of the host says.
 * @throws {BridgeError} `ERR_IDENTITY_FAILED`: it threw; its words may quote accounts, so its name alone is told
 */
async function ask<Answer>(name: 'isMember' | 'mayActFor', call: () => Answer | Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (cause) {
    const thrown = cause instanceof Error ? cause.name : typeof cause;
    const message = `identity.${name} failed with ${thrown}, so nothing was decided: try again once it answers.`;
    throw new BridgeError('ERR_IDENTITY_FAILED', message, { cause });
  }
}

/**
 * Whether an account that is no handler of a task may act for those who are. Of a task that may not be delegated nobody
 * may, and nobody is asked: a center knows its handlers alone, and would refuse the report.
 * @param identity `'trust-center'` believes the center where the task may be delegated
 */
export async function mayActFor(
  identity: Identity | 'trust-center',
  node: Pick<UserTaskNode, 'canDelegate' | 'countersign'> | undefined,
  account: string,
  task: ActedTask,
): Promise<boolean> {
  if (node?.canDelegate !== 1) return false;
  // Of several who have yet to sign nobody says whose part it would be.
  if (node.countersign?.shared === true && task.handlers.length > 1) return false;
  if (identity === 'trust-center') return true;
  const acted = Object.freeze({ ...task });
  return (await ask('mayActFor', () => identity.mayActFor?.(account, acted))) === true;
}
