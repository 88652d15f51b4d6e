import { declarationOf } from '../moddle/undeclared-prefixes.ts';
import type { FileRule, Finding } from './rule.ts';

const MAX_PLACES = 3;

/** One error per prefix, however often it is used: the parser skips its attributes. */
export const prefixUndeclared: FileRule = {
  name: 'prefix-undeclared',
  check: ({ id, leftovers }) => {
    // A file that calls a process of its own is read once more for it.
    const found = new Map<string, Finding>();
    for (const { prefix, elementId = id, places } of leftovers.undeclaredPrefixes) {
      const others = places.length - MAX_PLACES;
      const named = [...places.slice(0, MAX_PLACES), ...(others > 0 ? [`${others} more`] : [])].join(', ');
      const reason = `The file does not say what the prefix ${prefix} stands for, so nothing with it is read: ${named}.`;
      const remedy = `${declarationOf(prefix).replace(/^w/, 'W')}.`;
      found.set(`${elementId} ${reason}`, { severity: 'error', elementId, reason, remedy });
    }
    return [...found.values()];
  },
};
