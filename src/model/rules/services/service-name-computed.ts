import type { Rule } from '../rule.ts';

export const serviceNameComputed: Rule = {
  name: 'service-name-computed',
  check: ({ services }) =>
    services.flatMap(({ node, computedName }) =>
      computedName === undefined
        ? []
        : {
            severity: 'warning',
            elementId: node.id,
            reason: `"${node.name}" calls the service that ${computedName.text} gives when it is reached: nothing says here whether the host has it.`,
            remedy: 'Pass all services it may give to createBridge.',
          },
    ),
};
