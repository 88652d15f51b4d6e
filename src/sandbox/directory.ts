/** The people of the sandbox, as its user service knows them. */
export interface Directory {
  readonly accounts: readonly Account[];
  readonly groups: readonly Group[];
}

export interface Account {
  readonly account: string;
  readonly name: string;
}

export interface Group {
  readonly id: string;
  readonly name: string;
  /** Account names. */
  readonly members: readonly string[];
}

/** A small company, enough for an approval of every kind. */
export const DEFAULT_DIRECTORY: Directory = {
  accounts: [
    { account: 'anna', name: 'Anna Berg' },
    { account: 'bo', name: 'Bo Lindqvist' },
    { account: 'chen', name: 'Chen Wei' },
    { account: 'dara', name: 'Dara Okafor' },
    { account: 'emil', name: 'Emil Novak' },
    { account: 'fatima', name: 'Fatima Rossi' },
    { account: 'gu', name: 'Gu Min' },
  ],
  groups: [
    { id: 'staff', name: 'Staff', members: ['anna', 'bo', 'chen', 'dara', 'emil', 'fatima', 'gu'] },
    { id: 'managers', name: 'Managers', members: ['bo', 'chen'] },
    { id: 'directors', name: 'Directors', members: ['dara'] },
    { id: 'legal', name: 'Legal', members: ['emil', 'gu'] },
    { id: 'finance', name: 'Finance', members: ['fatima', 'gu'] },
  ],
};

/** The names in a comma-separated field, without blanks. */
export function namesIn(field: string | undefined): string[] {
  if (field === undefined) return [];
  return field.split(/\s*,\s*/).flatMap((name) => (name.trim() === '' ? [] : [name.trim()]));
}

export function isMemberOf(directory: Directory, account: string, groupIds: readonly string[]): boolean {
  return directory.groups.some((group) => groupIds.includes(group.id) && group.members.includes(account));
}

/** The name of an account, or the account itself where the directory does not know it. */
export function nameOf(directory: Directory, account: string): string {
  return directory.accounts.find((entry) => entry.account === account)?.name ?? account;
}
