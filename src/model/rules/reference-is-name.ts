import type { FileRule } from './rule.ts';

/** What a reference that names no element is taken for, and whether the engines that write such files agree on it. */
const TAKEN_FOR: Readonly<Record<string, { readonly what: string; readonly guess?: true }>> = {
  errorRef: { what: 'the code of its error' },
  escalationRef: { what: 'the code of its escalation', guess: true },
  signalRef: { what: 'the name of its signal' },
  messageRef: { what: 'the name of its message', guess: true },
};

/** Activiti, Flowable and Camunda 7 read such an `errorRef` as the code, Activiti and jBPM such a `signalRef` as the name. */
export const referenceIsName: FileRule = {
  name: 'reference-is-name',
  check: ({ id: fileId, leftovers }) =>
    leftovers.named.map(({ element, property, id }) => {
      const holder = element.$type.endsWith('EventDefinition') ? (element.$parent ?? element) : element;
      const { what, guess } = TAKEN_FOR[property] ?? { what: 'a name' };
      return {
        severity: 'warning',
        elementId: holder.id ?? fileId,
        reason: `"${holder.name ?? holder.id}" refers to ${id} (${property}), which is no element of the file: it is taken for ${what}.`,
        remedy: 'Nothing, where that is meant; else correct the reference.',
        ...(guess === undefined ? {} : { guess }),
      };
    }),
};
