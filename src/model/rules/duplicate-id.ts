import type { FileRule } from './rule.ts';

/** What is drawn only: that the second is skipped changes nothing of a run. */
const DRAWN_ONLY =
  /<(?:\w+:)?(BPMN(Diagram|Plane|Shape|Edge|Label|LabelStyle)|Bounds|association|category|categoryValue|data(Input|Output|State|Object|Store|ObjectReference|StoreReference|InputAssociation|OutputAssociation)|from|to|group|inputSet|itemDefinition|outputSet|property|text|textAnnotation)>/;

export const duplicateId: FileRule = {
  name: 'duplicate-id',
  check: ({ id, leftovers }) =>
    leftovers.skipped.flatMap((message) => {
      const duplicate = /duplicate ID <([^>]*)>/.exec(message)?.[1];
      if (duplicate === undefined) return [];
      return {
        severity: DRAWN_ONLY.test(message) ? 'warning' : 'error',
        elementId: duplicate === '' ? id : duplicate,
        ...(duplicate === '__proto__'
          ? {
              reason: 'The id __proto__ cannot be used, since it means something else to JavaScript.',
              remedy: 'Give the element another id.',
            }
          : {
              reason: `The id ${duplicate} is used twice (${message}); the second element was skipped.`,
              remedy: 'Give one of the two another id.',
            }),
      };
    }),
};
