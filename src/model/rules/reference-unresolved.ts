import type { FileRule } from './rule.ts';

/** References that say where a token goes or who handles it; others do not matter to a run. */
const MEANING: Readonly<Record<string, string>> = {
  default: 'the default flow',
  attachedToRef: 'the task it is attached to',
  flowNodeRef: 'an element of the lane',
};

export const referenceUnresolved: FileRule = {
  name: 'reference-unresolved',
  check: ({ id, leftovers }) =>
    leftovers.unresolved.flatMap(({ element, property, id: missing }) => {
      const meaning = MEANING[property];
      if (meaning === undefined) return [];
      return {
        severity: 'error',
        elementId: element.id ?? id,
        reason: `"${element.name ?? element.id}" names ${missing} as ${meaning}, and the file has no such element.`,
        remedy: 'Correct the reference, or draw what it names.',
      };
    }),
};
