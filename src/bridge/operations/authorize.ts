import type { Identity } from '../../host/host.ts';
import { mayActFor as askHost, hasSigned, type MayHandle } from '../../plugin/apply/press/may-handle.ts';
import type { Right } from '../../plugin/apply/press/press-rights.ts';
import type { InstanceRow, TaskRow } from '../../store/port.ts';
import type { Definitions } from '../definitions/definitions.ts';

/** Answers of the host's directory about one account: whether it may handle tasks of these groups, or act for others on a task. */
export type KnownGroups = Map<string, boolean>;

/**
 * Whether an account has a right on one of these tasks or on their process. May ask the host's directory, which can be
 * slow: do not call it in a step.
 * @param known collects the answers of the directory, for {@link judgeRight} in a step
 */
export type Authorize = (right: Right, claim: Claim, known?: KnownGroups) => Promise<boolean>;

/** An account and the tasks on which it wants to act. */
export interface Claim {
  readonly account: string;
  readonly instance: Pick<InstanceRow, 'initiator' | 'definitionId'>;
  readonly tasks: readonly TaskRow[];
}

/** Whether an account that is not a handler of a task may act for a handler. Asks the host, which can be slow. */
export type MayActFor = (task: TaskRow, claim: Pick<Claim, 'account' | 'instance'>) => Promise<boolean>;

export function createMayActFor(
  identity: Identity | 'trust-center',
  definitions: Pick<Definitions, 'load'>,
): MayActFor {
  return async (task, { account, instance }) => {
    if (identity !== 'trust-center' && identity.mayActFor === undefined) return false;
    const { taskId, instanceId, nodeId, nodeName, handlers, handlingGroups } = task;
    const node = (await definitions.load(instance.definitionId)).model.userTasks.get(nodeId);
    return askHost(identity, node, account, { taskId, instanceId, nodeId, nodeName, handlers, handlingGroups });
  };
}

export function createAuthorize(mayHandle: MayHandle, mayActFor: MayActFor): Authorize {
  return async (right, claim, known = new Map()) => {
    for (;;) {
      const judged = judgeRight(right, claim, known);
      if (typeof judged === 'boolean') return judged;
      const { groups, task } = judged;
      if (groups) known.set(keyOf(groups), await mayHandle({ handlers: [], handlingGroups: groups }, claim.account));
      else known.set(keyOfTask(task), await mayActFor(task, claim));
    }
  };
}

/**
 * Like {@link Authorize}, but uses only answers that are already known; a step uses it for the tasks that it commits.
 * @returns the groups or the task about which the directory must be asked first
 */
export function judgeRight({ who }: Right, { account, instance, tasks }: Claim, known: KnownGroups): boolean | Unknown {
  if (who.includes('initiator') && account === instance.initiator) return true;
  if (who.includes('handled-it') && tasks.some((task) => hasHandled(task, account) || hasSigned(task, account)))
    return true;
  if (!who.includes('handler')) return false;
  if (tasks.some(({ handlers }) => handlers.includes(account))) return true;
  const groups = tasks.map(({ handlingGroups }) => handlingGroups).filter(({ length }) => length > 0);
  if (groups.some((each) => known.get(keyOf(each)))) return true;
  const unknown = groups.find((each) => !known.has(keyOf(each)));
  if (unknown) return { groups: unknown };
  if (tasks.some((task) => known.get(keyOfTask(task)))) return true;
  const task = tasks.find((each) => !known.has(keyOfTask(each)));
  return task ? { task } : false;
}

/** Whether the host allowed an account to act on a task of which it is not a handler. */
export function actsForOthers(known: KnownGroups, task: TaskRow): boolean {
  return known.get(keyOfTask(task)) === true;
}

type Unknown =
  | { readonly groups: readonly string[]; readonly task?: never }
  | { readonly task: TaskRow; readonly groups?: never };

function keyOfTask({ taskId }: TaskRow): string {
  return `task ${taskId}`;
}

function keyOf(groups: readonly string[]): string {
  return JSON.stringify(groups);
}

/** An account that a report only names for what no person did has not handled the task. */
function hasHandled({ state, handler, handlerName }: TaskRow, account: string): boolean {
  return (state === 'FINISH' || state === 'TURN') && handlerName === null && handler === account;
}
