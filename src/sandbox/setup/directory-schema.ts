import * as z from 'zod';
import type { Account, Directory, Group } from './directory.ts';
import { noDuplicates, text } from './field-schemas.ts';

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
