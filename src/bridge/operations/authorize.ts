import { hasSigned, type MayHandle } from '../../plugin/apply/may-handle.ts';
import type { Right } from '../../plugin/apply/press-rights.ts';
import type { InstanceRow, TaskRow } from '../../store/port.ts';
import type { MayActFor } from './acting-for.ts';

/** What the directory of the host has said of one account: whether it handles what these groups, or this task, have. */
export type KnownGroups = Map<string, boolean>;

/**
 * Whether an account is, to one of these tasks or to their process, one of those a right is for. Asks the directory of
 * the host where it must, which may take its time: not to be called in a step.
 * @param known keeps what the directory said, for {@link judgeRight} in a step
 */
export type Authorize = (
  right: Right,
  account: string,
  instance: Pick<InstanceRow, 'initiator'>,
  tasks: readonly TaskRow[],
  known?: KnownGroups,
) => Promise<boolean>;

export function createAuthorize(mayHandle: MayHandle, mayActFor: MayActFor): Authorize {
  return async (right, account, instance, tasks, known = new Map()) => {
    for (;;) {
      const judged = judgeRight(right, account, instance, tasks, known);
      if (typeof judged === 'boolean') return judged;
      const { groups, task } = judged;
      if (groups) known.set(keyOf(groups), await mayHandle({ handlers: [], handlingGroups: groups }, account));
      else known.set(keyOfTask(task), await mayActFor(task, account));
    }
  };
}

/**
 * The same without asking anybody, by what is known: a step judges the tasks that it commits against by it.
 * @returns groups, or a task, that the directory must be asked about first, where it depends on them
 */
export function judgeRight(
  { who }: Right,
  account: string,
  { initiator }: Pick<InstanceRow, 'initiator'>,
  tasks: readonly TaskRow[],
  known: KnownGroups,
): boolean | Unknown {
  if (who.includes('initiator') && account === initiator) return true;
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

/** Whether an account was let act on a task of which it is no handler. */
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

/** Whoever a report names for what the system did has not handled it. */
function hasHandled({ state, handler, handlerName }: TaskRow, account: string): boolean {
  return (state === 'FINISH' || state === 'TURN') && handlerName === null && handler === account;
}
