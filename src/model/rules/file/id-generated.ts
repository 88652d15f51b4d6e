import type { FileRule } from '../rule.ts';

/** Elements whose ids are visible outside. A generated id of any other element has no effect. */
const SHOWN: Readonly<Record<string, { readonly kind: string; readonly use: string }>> = {
  'bpmn:Process': { kind: 'process', use: 'it is started by that id' },
  'bpmn:UserTask': { kind: 'user task', use: 'the center sees that id as the nodeId' },
};

export const idGenerated: FileRule = {
  name: 'id-generated',
  check: ({ leftovers }) =>
    leftovers.madeIds.flatMap(({ id, type, name }) => {
      const shown = SHOWN[type];
      if (shown === undefined) return [];
      return {
        severity: 'warning',
        guess: true,
        elementId: id,
        reason: `The ${shown.kind}${name === undefined ? '' : ` "${name}"`} has no id, so it gets the id ${id} from its place in the file; ${shown.use}.`,
        remedy:
          'Give it an id, so that the id stays the same when the file changes; saving the file in a modeler adds one.',
      };
    }),
};
