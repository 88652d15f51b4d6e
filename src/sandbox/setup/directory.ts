import * as z from 'zod';
import { noDuplicates, text } from './field-schemas.ts';

/** The people of the sandbox, as the user service of the center knows them. */
export interface Directory {
  /** All persons. */
  readonly accounts: readonly Account[];
  /** User groups, for tasks and messages. Default: none. */
  readonly groups?: readonly Group[];
  /** For messages only; tasks do not use departments. Default: none. */
  readonly departments?: readonly Group[];
}

/** One person. */
export interface Account {
  /** The account name; unique. */
  readonly account: string;
  /** Name shown in the lists. */
  readonly name: string;
  /** Without a number, SMS does not reach the account. */
  readonly phone?: string;
  /** Without an address, MAIL does not reach the account. */
  readonly email?: string;
  /** Messages do not reach a locked account. */
  readonly isLocked?: boolean;
}

/** Several people with a common id: a user group or a department. */
export interface Group {
  /** Used by tasks and messages. */
  readonly id: string;
  /** Shown to people. */
  readonly name: string;
  /** Account names. */
  readonly members: readonly string[];
}

/** A small company that is large enough for every kind of approval. */
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

/** The names in a comma-separated field, trimmed. */
export function namesIn(field: string | undefined): string[] {
  if (field === undefined) return [];
  return field.split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()]));
}

export function isMemberOf(directory: Required<Directory>, account: string, groupIds: readonly string[]): boolean {
  return directory.groups.some((group) => groupIds.includes(group.id) && group.members.includes(account));
}

/** The name of an account; the account itself when the directory does not contain it. */
export function nameOf(directory: Directory, account: string): string {
  return directory.accounts.find((entry) => entry.account === account)?.name ?? account;
}

/** Fields of tasks and messages list names separated by commas, so a name cannot contain one. */
const name = text.refine((value) => value.trim() === value && !value.includes(','), {
  error: 'must not contain a comma, or start or end with a blank',
});

const account = z.strictObject({
  account: name,
  name: text,
  phone: text.optional(),
  email: text.optional(),
  isLocked: z.boolean().optional(),
} satisfies Record<keyof Account, z.ZodType>);

const group = z.strictObject({
  id: name,
  name: text,
  members: z.array(name).superRefine(noDuplicates((member) => member, '')),
} satisfies Record<keyof Group, z.ZodType>);

const groups = z
  .array(group)
  .superRefine(noDuplicates(({ id }) => id, 'id'))
  .default([]);

export const directory = z
  .strictObject({
    accounts: z.array(account).superRefine(noDuplicates((entry) => entry.account, 'account')),
    groups,
    departments: groups,
  } satisfies Record<keyof Directory, z.ZodType>)
  .superRefine((whole, context) => {
    const known = new Set(whole.accounts.map((entry) => entry.account));
    for (const kind of ['groups', 'departments'] as const) {
      whole[kind].forEach(({ members }, index) => {
        members.forEach((member, place) => {
          if (known.has(member)) return;
          const path = [kind, index, 'members', place];
          context.addIssue({ code: 'custom', path, message: `${member} is not in directory.accounts` });
        });
      });
    }
  });
