import type { Rule } from '../rule.ts';

export const lastSignerDecides: Rule = {
  name: 'last-signer-decides',
  check: ({ userTasks, routings }) =>
    userTasks.flatMap(({ node, multiInstance, gateway }) => {
      const routing = gateway && routings.get(gateway.id);
      if (multiInstance === undefined || gateway === undefined || routing?.kind !== 'variable') return [];
      return {
        severity: 'warning',
        elementId: node.id,
        reason: `Each signer of "${node.name}" sets ${routing.variable}, so the gateway "${gateway.name}" follows the last press.`,
        remedy: 'Mark its flows with ttc:vote="approve" and ttc:vote="reject" if their votes should be counted.',
        guess: true,
      };
    }),
};
