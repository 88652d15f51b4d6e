import type { FileRule, Finding } from '../rule.ts';

/** Of a part or reference that BPMN 2.0 allows once only the last is read: what the others say would be lost. */
export const partGivenTwice: FileRule = {
  name: 'part-given-twice',
  check: ({ id, leftovers }) => {
    // A file that calls a process of its own is read once more for it.
    const found = new Map<string, Finding>();
    for (const { elementId = id, part } of leftovers.repeatedParts) {
      const reason = `${part} appears more than once here, but BPMN 2.0 allows only one.`;
      const remedy = 'Keep only one of them in the XML.';
      found.set(`${elementId} ${part}`, { severity: 'error', elementId, reason, remedy });
    }
    return [...found.values()];
  },
};
