import type { ParseLeftovers } from '../../moddle/parse-leftovers.ts';
import type { FileRule } from '../rule.ts';

/** Types that do not affect execution: skipping the second element is only a warning. */
const DRAWN_ONLY =
  /<(?:\w+:)?(BPMN(Diagram|Plane|Shape|Edge|Label|LabelStyle)|Bounds|association|category|categoryValue|data(Input|Output|State|Object|Store|ObjectReference|StoreReference|InputAssociation|OutputAssociation)|from|to|group|inputSet|itemDefinition|outputSet|property|text|textAnnotation)>/;

export const duplicateId: FileRule = {
  name: 'duplicate-id',
  check: ({ id, leftovers }) =>
    [...messagesById(leftovers)].map(([duplicate, messages]) => {
      const [which, verb] = messages.length === 1 ? ['second element', 'was'] : ['elements after the first', 'were'];
      return {
        severity: messages.every((message) => DRAWN_ONLY.test(message)) ? 'warning' : 'error',
        elementId: duplicate === '' ? id : duplicate,
        ...(duplicate === '__proto__'
          ? {
              reason: 'The id __proto__ cannot be used, because it has a special meaning in JavaScript.',
              remedy: 'Give the element another id.',
            }
          : {
              reason: `The id ${duplicate} is used ${messages.length === 1 ? 'twice' : `${messages.length + 1} times`} (${messages.join('; ')}); the ${which} ${verb} skipped.`,
              remedy: messages.length === 1 ? 'Give one of the two another id.' : 'Give each another id.',
            }),
      };
    }),
};

/** The parser's messages about duplicate ids, by id. */
function messagesById({ skipped }: ParseLeftovers): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const message of skipped) {
    const duplicate = /duplicate ID <([^>]*)>/.exec(message)?.[1];
    if (duplicate !== undefined) found.set(duplicate, [...(found.get(duplicate) ?? []), message]);
  }
  return found;
}
