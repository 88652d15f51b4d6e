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
            reason: `"${node.name}" computes the name of its service when a token reaches it (${computedName.text}), so nobody can check in advance whether the host has it.`,
            remedy: 'Pass all services that it may name to createBridge.',
          },
    ),
};
