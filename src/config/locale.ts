import * as z from 'zod';
import type { Catalogue } from '../texts/catalogue.ts';
import { readLocale } from '../texts/read-locale.ts';

/** Option `locale`. */
export const locale = z.unknown().transform((given, context): Catalogue => {
  const read = readLocale(given);
  if ('catalogue' in read) return read.catalogue;
  for (const { name, message } of read.problems) {
    context.issues.push({ code: 'custom', path: name === undefined ? [] : [name], message, input: undefined });
  }
  return z.NEVER;
});
