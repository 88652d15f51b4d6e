import type { FileRule } from './rule.ts';

export const duplicateId: FileRule = {
  name: 'duplicate-id',
  check: ({ id, leftovers }) =>
    leftovers.skipped.flatMap((message) => {
      const duplicate = /duplicate ID <([^>]*)>/.exec(message)?.[1];
      if (duplicate === undefined) return [];
      return {
        severity: 'error',
        elementId: duplicate === '' ? id : duplicate,
        reason: `The id ${duplicate} is used twice (${message}); the second element was skipped.`,
        remedy: 'Give one of the two another id.',
      };
    }),
};
