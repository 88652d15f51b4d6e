import type { Rule } from './rule.ts';

export const mappingNotSupported: Rule = {
  name: 'mapping-not-supported',
  check: ({ services }) =>
    services.flatMap(({ node, mappings }) =>
      mappings.faults.map((fault) => ({
        severity: 'error',
        elementId: node.id,
        reason: `${fault}; a mapping of "${node.name}" takes texts and expressions, lists and maps of them, and scripts as inputs, under the name of a variable.`,
        remedy:
          'Write it as an expression, or let the service itself do it; in place of an output that is a script, draw a script task behind it, with the variable as its result variable.',
      })),
    ),
};
