import * as z from 'zod';

/** Parts of the schemas of the setup. The messages are written to follow the path of the field. */

export const text = z.string().min(1, 'must not be empty');

export const httpUrl = text.refine(
  (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
  'must be an http or https url',
);

export const timeZone = z.string().refine((name) => {
  try {
    return !/^[+-]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}, 'must be a time zone of the IANA database, e.g. Asia/Shanghai');

/** The maximum for timers of Node.js; a longer one would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export const timerMs = z.int().positive().max(MAX_TIMER_MS);

/** Reports every entry that has the same name as an earlier one. */
export function noDuplicates<T>(
  nameOf: (entry: T) => string,
  field: string,
): (entries: readonly T[], context: z.RefinementCtx) => void {
  return (entries, context) => {
    const known = new Set<string>();
    entries.forEach((entry, index) => {
      const name = nameOf(entry);
      if (known.has(name)) {
        const path = field === '' ? [index] : [index, field];
        context.addIssue({ code: 'custom', path, message: `${name} occurs twice` });
      }
      known.add(name);
    });
  };
}
