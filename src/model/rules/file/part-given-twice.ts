import type { FileRule, Finding } from '../rule.ts';

/** If a part or reference that BPMN 2.0 allows once is repeated, the parser keeps only the last one. */
export const partGivenTwice: FileRule = {
  name: 'part-given-twice',
  check: ({ id, leftovers }) => {
    // A file that calls one of its own processes is parsed twice; each problem is reported once.
    const found = new Map<string, Finding>();
    for (const { elementId = id, part } of leftovers.repeatedParts) {
      const reason = `${part} appears more than once here, but BPMN 2.0 allows only one.`;
      const remedy = 'Keep only one of them in the XML.';
      found.set(`${elementId} ${part}`, { severity: 'error', elementId, reason, remedy });
    }
    return [...found.values()];
  },
};
