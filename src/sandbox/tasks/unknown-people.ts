import type { Directory } from '../setup/directory.ts';
import type { CenterTask } from '../state/center-state.ts';

/** The first account or group that is not in the directory, as an error; undefined when all are known. */
export function findUnknownPerson(
  { accounts, groups: known = [] }: Directory,
  { handlers, groups = [] }: { readonly handlers: readonly string[]; readonly groups?: readonly string[] },
): string | undefined {
  const account = handlers.find((name) => !accounts.some((each) => each.account === name));
  if (account !== undefined) return `there is no account ${account}`;
  if (handlers.length > 0) return undefined;
  const group = groups.find((id) => !known.some((each) => each.id === id));
  return group === undefined ? undefined : `there is no group ${group}`;
}

/**
 * Warnings about people of a task who are not in the directory. The interface does not forbid them, and nobody sees
 * such a task; the usual cause is a list with another separator than the English comma.
 */
export function warnOfUnknownPeople(
  { accounts, groups: known = [] }: Directory,
  { handlers, groups, given }: Pick<CenterTask, 'handlers' | 'groups' | 'given'>,
): string[] {
  const isAccount = (name: string) => accounts.some(({ account }) => account === name);
  const hasMembers = (name: string) => known.some(({ id, members }) => id === name && members.length > 0);
  const [kind, named, reaches] =
    handlers.length > 0 ? (['account', handlers, isAccount] as const) : (['group', groups, hasMembers] as const);
  const unknown = named.filter((name) => !reaches(name));
  const { initiator = '' } = given;
  return [
    ...(unknown.length === named.length ? [`nobody in the directory has this task: ${named.join(',')}`] : []),
    ...(unknown.length > 0 && unknown.length < named.length
      ? unknown.map((name) => `the ${kind} ${name} is ${kind === 'group' ? 'unknown or empty' : 'unknown'}`)
      : []),
    ...(initiator === '' || isAccount(initiator) ? [] : [`the directory has no initiator ${initiator}`]),
  ];
}
