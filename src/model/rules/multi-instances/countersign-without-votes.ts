import type { Rule } from '../rule.ts';

export const countersignWithoutVotes: Rule = {
  name: 'countersign-without-votes',
  check: ({ userTasks, routings }) =>
    userTasks.flatMap(({ node, multiInstance, gateway }) => {
      if (multiInstance === undefined || gateway === undefined || routings.get(gateway.id)?.kind !== 'press') return [];
      return {
        severity: 'error',
        elementId: gateway.id,
        reason: `Several people sign "${node.name}", and the gateway "${gateway.name}" behind it has one button per flow: the diagram does not say how their presses are counted.`,
        remedy:
          'Mark one flow with ttc:vote="approve" and the other with ttc:vote="reject", or give the flows conditions.',
      };
    }),
};
