import type { FileRule } from '../rule.ts';

/** How a reference to a missing element is interpreted; a guess, since it may be a typo. */
const TAKEN_FOR: Readonly<Record<string, string>> = {
  errorRef: 'the code of its error',
  escalationRef: 'the code of its escalation',
  signalRef: 'the name of its signal',
  messageRef: 'the name of its message',
};

/** Activiti, Flowable and Camunda 7 read an unresolved `errorRef` as the code, Activiti and jBPM a `signalRef` as the name. */
export const referenceIsName: FileRule = {
  name: 'reference-is-name',
  check: ({ id: fileId, leftovers }) =>
    leftovers.named.map(({ element, property, id }) => {
      const holder = element.$type.endsWith('EventDefinition') ? (element.$parent ?? element) : element;
      return {
        severity: 'warning',
        elementId: holder.id ?? fileId,
        reason: `"${holder.name ?? holder.id}" refers to ${id} (${property}), but the file has no such element: it is used as ${TAKEN_FOR[property] ?? 'a name'}.`,
        remedy: 'Do nothing if that is what you mean; otherwise correct the reference.',
        guess: true,
      };
    }),
};
