import type { TaskView } from '../../../protocol/task-view.ts';
import { hasSigned, type MayHandle } from './may-handle.ts';
import type { Right } from './press-rights.ts';

/** Answers of the host's directory about one account: whether it may handle tasks of these groups, or act for others on a task. */
export type KnownGroups = Map<string, boolean>;

/** An account and the tasks on which it wants to act. */
export interface Claim<Instance extends WithInitiator = WithInitiator> {
  readonly account: string;
  readonly instance: Instance;
  readonly tasks: readonly TaskView[];
}

interface WithInitiator {
  readonly initiator: string;
}

/**
 * Whether an account has a right on one of these tasks or on their process. May ask the host's directory, which can be
 * slow: do not call it in a step.
 * @param known collects the answers of the directory, for {@link judgeRight} in a step
 */
export type Authorize<Instance extends WithInitiator = WithInitiator> = (
  right: Right,
  claim: Claim<Instance>,
  known?: KnownGroups,
) => Promise<boolean>;

/** Whether an account that is not a handler of a task may act for a handler. Asks the host, which can be slow. */
export type MayActFor<Instance extends WithInitiator = WithInitiator> = (
  task: TaskView,
  claim: Pick<Claim<Instance>, 'account' | 'instance'>,
) => Promise<boolean>;

export function createAuthorize<Instance extends WithInitiator>(
  mayHandle: MayHandle,
  mayActFor: MayActFor<Instance>,
): Authorize<Instance> {
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
export function actsForOthers(known: KnownGroups, task: TaskView): boolean {
  return known.get(keyOfTask(task)) === true;
}

type Unknown =
  | { readonly groups: readonly string[]; readonly task?: never }
  | { readonly task: TaskView; readonly groups?: never };

function keyOfTask({ taskId }: TaskView): string {
  return `task ${taskId}`;
}

function keyOf(groups: readonly string[]): string {
  return JSON.stringify(groups);
}

/** An account that a report only names for what no person did has not handled the task. */
function hasHandled({ state, handler, handlerName }: TaskView, account: string): boolean {
  return (state === 'FINISH' || state === 'TURN') && handlerName === null && handler === account;
}
