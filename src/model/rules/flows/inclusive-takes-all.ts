import type { Rule } from '../rule.ts';

export const inclusiveTakesAll: Rule = {
  name: 'inclusive-takes-all',
  check: ({ diagram, conditions }) =>
    [...diagram.nodes.values()]
      .filter(({ type, outgoing }) => type === 'bpmn:InclusiveGateway' && outgoing.length > 1)
      .filter(({ outgoing }) => outgoing.every((flow) => !conditions.has(flow.id)))
      .map(({ id, name }) => ({
        severity: 'warning',
        elementId: id,
        reason: `No flow out of the inclusive gateway "${name}" has a condition, so all of them are taken.`,
        remedy: 'Give the flows conditions, or draw a parallel gateway.',
      })),
};
