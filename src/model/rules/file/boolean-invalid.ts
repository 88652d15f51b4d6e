import type { FileRule, Finding } from '../rule.ts';

/** A value that means neither true nor false would be read as false. */
export const booleanInvalid: FileRule = {
  name: 'boolean-invalid',
  check: ({ id, leftovers }) => {
    // A file that calls a process of its own is read once more for it.
    const found = new Map<string, Finding>();
    for (const { elementId = id, attribute, value } of leftovers.invalidBooleans) {
      const reason = `${attribute}="${value}" is neither true nor false.`;
      const remedy = 'Write true or false.';
      found.set(`${elementId} ${reason}`, { severity: 'error', elementId, reason, remedy });
    }
    return [...found.values()];
  },
};
