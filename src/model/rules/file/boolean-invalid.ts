import type { FileRule, Finding } from '../rule.ts';

/** The parser would read any other value as false. */
export const booleanInvalid: FileRule = {
  name: 'boolean-invalid',
  check: ({ id, leftovers }) => {
    // A file that calls one of its own processes is parsed twice; each problem is reported once.
    const found = new Map<string, Finding>();
    for (const { elementId = id, attribute, value } of leftovers.invalidBooleans) {
      const reason = `${attribute}="${value}" is neither true nor false.`;
      const remedy = 'Write true or false.';
      found.set(`${elementId} ${reason}`, { severity: 'error', elementId, reason, remedy });
    }
    return [...found.values()];
  },
};
