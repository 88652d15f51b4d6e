import { BridgeError } from '../../../errors.ts';
import type { ActedTask, Identity } from '../../../host/host.ts';
import { answerInTime } from '../../../host/with-timeout.ts';
import type { UserTaskNode } from '../../../model/nodes/task-node.ts';
import type { Assignment } from '../../outcome/resolve-assignment.ts';

/** Whether an account is a handler of a task. Accounts are compared exactly. */
export type MayHandle = (task: Assignment, account: string) => Promise<boolean>;

/** Whether an account has signed a shared task and has no other part of it left to sign. */
export function hasSigned(
  { handlers, signedBy }: { readonly handlers: readonly string[]; readonly signedBy: readonly string[] },
  account: string,
): boolean {
  return signedBy.includes(account) && !handlers.includes(account);
}

/** @param identity `'trust-center'` trusts the center that the person who pressed is a member of the group */
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
 * Asks a function of the host, whose answer must be `true` or `false`: what JavaScript takes for true, as an empty list, admits nobody.
 * @throws {BridgeError} `ERR_IDENTITY_FAILED`: it threw, did not answer in time or answered something else. The message contains only the name of
 * the error, because the host's own message may contain accounts
 */
async function ask(name: 'isMember' | 'mayActFor', call: () => unknown): Promise<boolean> {
  const answer = await answerInTime(call).catch((cause: unknown) => {
    const thrown = cause instanceof Error ? cause.name : typeof cause;
    const message = `identity.${name} failed with ${thrown}, so nothing was decided: try again once it answers.`;
    throw new BridgeError('ERR_IDENTITY_FAILED', message, { cause });
  });
  if (typeof answer === 'boolean') return answer;
  const given = Array.isArray(answer) ? 'a list' : answer === null ? 'null' : typeof answer;
  const message = `identity.${name} returned ${given}, so nothing was decided: it must return true or false.`;
  throw new BridgeError('ERR_IDENTITY_FAILED', message);
}

/**
 * Whether an account that is not a handler of a task may act for a handler. Always false for a task that must not be
 * delegated, without asking the host: the center accepts only reports by its handlers.
 * @param identity `'trust-center'` trusts the center for tasks that may be delegated
 */
export async function mayActFor(
  identity: Identity | 'trust-center',
  node: Pick<UserTaskNode, 'canDelegate' | 'multiInstance'> | undefined,
  account: string,
  task: ActedTask,
): Promise<boolean> {
  if (node?.canDelegate !== 1) return false;
  // With several signers left, it is not known whose part would be signed.
  if (node.multiInstance?.shared === true && task.handlers.length > 1) return false;
  if (identity === 'trust-center') return true;
  if (identity.mayActFor === undefined) return false;
  const acted = Object.freeze({ ...task });
  return ask('mayActFor', () => identity.mayActFor?.(account, acted));
}
