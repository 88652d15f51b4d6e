import type { FileRule } from './rule.ts';

/** References that say where a token goes or who handles it; others do not matter to a run. */
const MEANING: Readonly<Record<string, string>> = {
  default: 'the default flow',
  attachedToRef: 'the task it is attached to',
  flowNodeRef: 'an element of the lane',
  messageRef: 'its message',
  signalRef: 'its signal',
  errorRef: 'its error',
  escalationRef: 'its escalation',
};

// A message flow may name a message too, and an operation an error.
const DECIDES = /EventDefinition$|Event$|Task$|Gateway$|SubProcess$|Activity$|Lane$/;

export const referenceUnresolved: FileRule = {
  name: 'reference-unresolved',
  check: ({ id, leftovers }) =>
    leftovers.unresolved.flatMap(({ element, property, id: missing }) => {
      const meaning = MEANING[property];
      if (meaning === undefined || !DECIDES.test(element.$type)) return [];
      const holder = /EventDefinition$/.test(element.$type) ? (element.$parent ?? element) : element;
      return {
        severity: 'error',
        elementId: holder.id ?? id,
        reason: `"${holder.name ?? holder.id}" names ${missing} as ${meaning}, and the file has no such element.`,
        remedy: 'Correct the reference, or draw what it names.',
      };
    }),
};
