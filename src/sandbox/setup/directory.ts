/** The people of the sandbox, as its user service knows them. */
export interface Directory {
  /** Every person there is. */
  readonly accounts: readonly Account[];
  /** User groups, for tasks and messages. Default: none. */
  readonly groups?: readonly Group[];
  /** For messages; tasks know groups alone. Default: none. */
  readonly departments?: readonly Group[];
}

/** One person. */
export interface Account {
  /** The account name; unique. */
  readonly account: string;
  /** What the lists show. */
  readonly name: string;
  /** Without one no SMS reaches the account. */
  readonly phone?: string;
  /** Without one no MAIL reaches the account. */
  readonly email?: string;
  /** No message reaches a locked account. */
  readonly isLocked?: boolean;
}

/** People who are named together: a user group or a department. */
export interface Group {
  /** What a task or a message names it by. */
  readonly id: string;
  /** What people call it. */
  readonly name: string;
  /** Account names. */
  readonly members: readonly string[];
}

/** A small company, enough for an approval of every kind. */
export const DEFAULT_DIRECTORY: Required<Directory> = {
  accounts: [
    { account: 'anna', name: 'Anna Berg', phone: '+15550101', email: 'anna@example.com' },
    { account: 'bo', name: 'Bo Lindqvist', phone: '+15550102', email: 'bo@example.com' },
    { account: 'chen', name: 'Chen Wei', phone: '+15550103', email: 'chen@example.com' },
    { account: 'dara', name: 'Dara Okafor', phone: '+15550104', email: 'dara@example.com' },
    { account: 'emil', name: 'Emil Novak', phone: '+15550105', email: 'emil@example.com' },
    { account: 'fatima', name: 'Fatima Rossi', phone: '+15550106', email: 'fatima@example.com' },
    { account: 'gu', name: 'Gu Min', phone: '+15550107', email: 'gu@example.com' },
  ],
  groups: [
    { id: 'staff', name: 'Staff', members: ['anna', 'bo', 'chen', 'dara', 'emil', 'fatima', 'gu'] },
    { id: 'managers', name: 'Managers', members: ['bo', 'chen'] },
    { id: 'directors', name: 'Directors', members: ['dara'] },
    { id: 'legal', name: 'Legal', members: ['emil', 'gu'] },
    { id: 'finance', name: 'Finance', members: ['fatima', 'gu'] },
  ],
  departments: [
    { id: 'd-sales', name: 'Sales', members: ['anna', 'bo'] },
    { id: 'd-head-office', name: 'Head office', members: ['chen', 'dara', 'emil'] },
    { id: 'd-accounts', name: 'Accounts', members: ['fatima', 'gu'] },
  ],
};

/** The names in a comma-separated field, without blanks. */
export function namesIn(field: string | undefined): string[] {
  if (field === undefined) return [];
  return field.split(/\s*,\s*/).flatMap((name) => (name.trim() === '' ? [] : [name.trim()]));
}

export function isMemberOf(directory: Required<Directory>, account: string, groupIds: readonly string[]): boolean {
  return directory.groups.some((group) => groupIds.includes(group.id) && group.members.includes(account));
}

/** The name of an account, or the account itself where the directory does not know it. */
export function nameOf(directory: Directory, account: string): string {
  return directory.accounts.find((entry) => entry.account === account)?.name ?? account;
}
