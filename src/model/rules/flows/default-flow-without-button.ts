import type { Rule } from '../rule.ts';

export const defaultFlowWithoutButton: Rule = {
  name: 'default-flow-without-button',
  check: ({ diagram, routings }) =>
    [...routings].flatMap(([id, routing]) => {
      if (routing.kind !== 'variable') return [];
      return (diagram.nodes.get(id)?.outgoing ?? [])
        .filter((flow) => flow.isDefault && !routing.values.has(flow.id))
        .map((flow) => ({
          severity: 'warning' as const,
          elementId: flow.id,
          reason: `The default flow out of "${flow.source?.name}" gets no button: the other flows test ${routing.variable} for true and for false, so nothing is left for it.`,
          remedy: 'Delete the default flow, or the condition that it should replace.',
        }));
    }),
};
