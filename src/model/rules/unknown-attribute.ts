import type { FileRule } from './rule.ts';

/** One warning per element: what the parser does not know, nobody reads. */
export const unknownAttribute: FileRule = {
  name: 'unknown-attribute',
  check: ({ id, leftovers }) => {
    const namesOf = new Map<string, Set<string>>();
    for (const { elementId = id, name } of leftovers.unknownAttributes) {
      namesOf.set(elementId, (namesOf.get(elementId) ?? new Set()).add(name));
    }
    return [...namesOf].map(([elementId, names]) => ({
      severity: 'warning' as const,
      elementId,
      reason: `BPMN 2.0 has no attribute ${[...names].join(', ')} on this element, so it is not read.`,
      remedy: 'Correct its spelling, or put the prefix of its namespace before it; else remove it.',
    }));
  },
};
