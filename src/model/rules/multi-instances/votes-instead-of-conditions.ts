import type { Rule } from '../rule.ts';

export const votesInsteadOfConditions: Rule = {
  name: 'votes-instead-of-conditions',
  check: ({ diagram, routings, conditions }) =>
    [...routings]
      .filter(([, { kind }]) => kind === 'votes')
      .flatMap(([id]) => diagram.nodes.get(id)?.outgoing ?? [])
      .filter(({ id }) => conditions.has(id))
      .map(({ id }) => ({
        severity: 'warning',
        elementId: id,
        reason:
          'The flow has a condition, but votes choose between the flows of its gateway; the condition is ignored.',
        remedy: 'Remove the condition, or the votes.',
      })),
};
